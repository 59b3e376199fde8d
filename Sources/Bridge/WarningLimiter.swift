internal import ProximityCore

/// Lets one warning a second through and counts the others, so that a flood cannot become two.
struct WarningLimiter {
    private static let interval: Int64 = 1_000_000
    private var lastAt: Timestamp?
    private var heldCount = 0

    /// When the count of those held back is due, if there are any.
    var dueAt: Timestamp? {
        guard heldCount > 0, let lastAt else { return nil }
        return Timestamp(microseconds: lastAt.microseconds + Self.interval)
    }

    /// Decides about a warning; false if it is held back.
    mutating func admit(now: Timestamp) -> Bool {
        // While there is a count to tell, it is the one that is due.
        if heldCount > 0
            || lastAt.map({ now.microseconds - $0.microseconds < Self.interval }) == true
        {
            heldCount += 1
            return false
        }
        lastAt = now
        return true
    }

    /// Takes the count of those held back, once it is due or at the end.
    mutating func takeHeldCount(now: Timestamp, isAtEnd: Bool = false) -> Int? {
        guard let dueAt, isAtEnd || dueAt <= now else { return nil }
        defer {
            heldCount = 0
            lastAt = now
        }
        return heldCount
    }
}
