public import ProximityCore

/// What our own recordings have beside events, in comments that evemu skips.
///
/// A line is `# proxbridge SECONDS WORD [VALUE]`.
public enum RecordingNote: Equatable, Sendable {
    /// A focus message came.
    case message(FocusMessage)
    /// The switch was read, for a cause.
    case reading(isOn: Bool, Reason)
    /// The queue had overflowed, and the switch was read; `isMasked` as in `Input.overflow`.
    case overflow(isOn: Bool, isMasked: Bool, at: Timestamp)
    /// The device went away.
    case lost
    /// The device was there again, with this bit.
    case found(isOn: Bool)

    static let prefix = Array("# proxbridge ".utf8)
}

extension RecordingNote {
    /// What the kernel's bit is known to be then.
    public var isOn: Bool? {
        switch self {
        case .reading(let isOn, _), .overflow(let isOn, _, _), .found(let isOn): isOn
        case .message, .lost: nil
        }
    }

    /// Parses what follows the prefix; nothing for what a later version may write there.
    static func parse(_ text: some Collection<UInt8>) -> (note: RecordingNote, at: Timestamp)? {
        let fields = text.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        guard fields.count >= 2, let at = Timestamp(seconds: fields[0]) else { return nil }
        let word = String(decoding: fields[1], as: UTF8.self)
        let values = fields.dropFirst(2)
        switch word {
        case "lost" where values.isEmpty: return (.lost, at)
        case "found":
            guard values.count == 1, let isOn = bit(fields[2]) else { return nil }
            return (.found(isOn: isOn), at)
        case "reading":
            guard values.count == 2, let isOn = bit(fields[2]),
                let reason = Reason(rawValue: String(decoding: fields[3], as: UTF8.self))
            else { return nil }
            return (.reading(isOn: isOn, reason), at)
        case "overflow":
            guard values.count == 3, let isOn = bit(fields[2]), let isMasked = bit(fields[3]),
                let stamp = Timestamp(seconds: fields[4])
            else { return nil }
            return (.overflow(isOn: isOn, isMasked: isMasked, at: stamp), at)
        default:
            let line = fields.dropFirst().joined(separator: [UInt8(ascii: " ")])
            guard let message = FocusMessage(line: Array(line)) else { return nil }
            return (.message(message), at)
        }
    }

    /// Parses how the switch was watched: `switch SW_LID assume plain unknown`.
    static func parseSetting(_ text: some Collection<UInt8>) -> RecordedSetting? {
        let words = text.split(separator: UInt8(ascii: " "))
            .map { String(decoding: $0, as: UTF8.self) }
        guard words.count == 5, words[0] == "switch", let policy = Policy(rawValue: words[2]),
            ["plain", "inverted"].contains(words[3]), let focus = Focus(rawValue: words[4])
        else { return nil }
        return RecordedSetting(
            switchName: words[1],
            policy: policy,
            isInverted: words[3] == "inverted",
            initialFocus: focus
        )
    }

    private static func bit(_ text: some Collection<UInt8>) -> Bool? {
        guard text.count == 1 else { return nil }
        switch text.first {
        case UInt8(ascii: "0"): return false
        case UInt8(ascii: "1"): return true
        default: return nil
        }
    }
}
