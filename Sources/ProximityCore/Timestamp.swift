/// A moment on `CLOCK_MONOTONIC`, the clock of evdev events and of focus messages.
///
/// Whole microseconds: the resolution of the kernel's `struct input_event`, and of the six decimals
/// that are published, so that what is compared is what can be seen.
public struct Timestamp: Comparable, Hashable, Sendable {
    /// Microseconds since the clock's start, never negative in practice.
    public var microseconds: Int64

    /// Makes the moment that is `microseconds` after the clock's start.
    public init(microseconds: Int64) {
        self.microseconds = microseconds
    }

    /// Tells whether one moment comes before another.
    public static func < (left: Timestamp, right: Timestamp) -> Bool {
        left.microseconds < right.microseconds
    }

    /// Seconds with six decimals, as evdev's tools print them.
    public var text: String {
        var text: [UInt8] = []
        JSONText.append(seconds: self, to: &text)
        return String(decoding: text, as: UTF8.self)
    }

    /// A moment that never comes.
    public static let distantFuture = Timestamp(microseconds: .max)

    /// The moment one microsecond later, the smallest step there is.
    var next: Timestamp { Timestamp(microseconds: microseconds + 1) }
}

extension Timestamp? {
    /// Moves to `moment` unless that would be a step back.
    mutating func advance(to moment: Timestamp) {
        if let current = self, current >= moment { return }
        self = moment
    }
}
