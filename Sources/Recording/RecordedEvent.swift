public import ProximityCore

/// A kernel event (`struct input_event`), with the recording's own time.
public struct RecordedEvent: Equatable, Sendable {
    /// `EV_SYN`.
    static let synchronization: UInt16 = 0
    /// `EV_KEY`.
    static let key: UInt16 = 1
    /// `EV_SW`.
    public static let `switch`: UInt16 = 5

    /// The event type, `EV_SW` for example.
    public let type: UInt16
    /// The code within the type, `SW_LID` for example.
    public let code: UInt16
    /// The value, for a switch 0 or 1.
    public let value: Int32
    /// When it happened, since the recording's own beginning.
    public let at: Timestamp

    /// Makes an event of its parts.
    public init(type: UInt16, code: UInt16, value: Int32, at: Timestamp) {
        self.type = type
        self.code = code
        self.value = value
        self.at = at
    }

    /// Makes the event that closes a frame.
    public static func report(at time: Timestamp) -> RecordedEvent {
        RecordedEvent(type: synchronization, code: 0, value: 0, at: time)
    }

    /// Whether it closes a frame: `SYN_REPORT`.
    public var isReport: Bool { type == Self.synchronization && code == 0 }
    /// Whether it tells that events were lost: `SYN_DROPPED`.
    public var isDropped: Bool { type == Self.synchronization && code == 3 }
    /// Whether it is of a switch: `EV_SW`.
    public var isSwitch: Bool { type == Self.switch }
}
