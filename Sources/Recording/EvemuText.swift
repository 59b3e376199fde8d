public import ProximityCore

/// The lines of a recording that is being made, in evemu's format 1.3 with our notes.
public enum EvemuText {
    /// The first line of every recording.
    public static let header = Array("# EVEMU 1.3\n".utf8)

    /// Appends how the switch is watched.
    public static func append(_ setting: RecordedSetting, to text: inout [UInt8]) {
        let words = [
            "switch", setting.switchName, setting.policy.rawValue,
            setting.isInverted ? "inverted" : "plain", setting.initialFocus.rawValue,
        ]
        text += RecordingNote.prefix + Array((words.joined(separator: " ") + "\n").utf8)
    }

    /// Appends an event.
    public static func append(_ event: RecordedEvent, to text: inout [UInt8]) {
        let value = String(event.value.magnitude)
        let zeros = String(repeating: "0", count: max(0, 4 - value.utf8.count))
        let fields = [
            "E:", event.at.text, hexadecimal(event.type, width: 4),
            hexadecimal(event.code, width: 4), (event.value < 0 ? "-" : "") + zeros + value,
        ]
        text += Array((fields.joined(separator: " ") + "\n").utf8)
    }

    /// Appends a note.
    public static func append(_ note: RecordingNote, at time: Timestamp, to text: inout [UInt8]) {
        let words: [String] =
            switch note {
            case .message(let message):
                [message.word.rawValue] + (message.stamp.map { [$0.text] } ?? [])
            case .reading(let isOn, let reason): ["reading", digit(isOn), reason.rawValue]
            case .overflow(let isOn, let isMasked, let at):
                ["overflow", digit(isOn), digit(isMasked), at.text]
            case .lost: ["lost"]
            case .found(let isOn): ["found", digit(isOn)]
            }
        let line = ([time.text] + words).joined(separator: " ") + "\n"
        text += RecordingNote.prefix + Array(line.utf8)
    }

    private static func digit(_ isOn: Bool) -> String { isOn ? "1" : "0" }
}
