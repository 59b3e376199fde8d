internal import ProximityCore

extension Timestamp {
    /// Seconds with six decimals, as evdev's tools print them.
    var text: String {
        let fraction = String(microseconds % 1_000_000)
        let zeros = String(repeating: "0", count: max(0, 6 - fraction.utf8.count))
        return "\(microseconds / 1_000_000).\(zeros)\(fraction)"
    }
}

extension Timestamp? {
    /// The earlier of two times that may be missing.
    func orEarlier(_ other: Timestamp?) -> Timestamp? {
        guard let self, let other else { return self ?? other }
        return min(self, other)
    }
}
