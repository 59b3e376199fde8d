/// Writes records as bytes of one line.
///
/// What does not change from record to record is rendered once, so that a record costs no heap.
public final class Renderer: Sendable {
    /// The longest line, in bytes with its newline: what a pipe takes whole (`pipe(7)`, PIPE_BUF).
    public static let maximumLength = 4096

    private let words: Words
    private let wordLines: StateTable
    private let start = Array("{\"v\":1,\"seq\":".utf8)
    private let time = Array(",\"time\":\"".utf8) + JSONText.time
    private let monotonic = Array("\",\"monotonic\":".utf8)
    private let states: StateTable
    private let reports: StateTable
    private let basis = Array(",\"basis\":\"".utf8)
    private let focus = Array("\",\"focus\":\"".utf8)
    private let reason = Array("\",\"reason\":\"".utf8)
    /// The end of a record's json form, from the quote that closes the reason to the end of the line.
    public let ending: [UInt8]

    /// Makes a renderer for records of one switch.
    public convenience init(words: Words, identity: Identity) {
        let reports = StateTable { Self.member("reported", words[$0]) }
        self.init(
            words: words,
            ending: Self.text(of: identity, statesLength: 2 * reports.longest)
        )
    }

    /// Makes a renderer like another one, of which the words and the ending are known.
    init(words: Words, ending: [UInt8]) {
        self.words = words
        wordLines = StateTable { Array((words[$0] + "\n").utf8) }
        states = StateTable { Self.member("state", words[$0]) }
        reports = StateTable { Self.member("reported", words[$0]) }
        self.ending = ending
    }

    /// Appends the record's line, with its newline, to `line`.
    public func append(_ record: Record, as form: RecordForm, to line: inout [UInt8]) {
        switch form {
        case .word: line += wordLines[record.snapshot.state]
        case .json: appendObject(record, to: &line)
        case .waybar:
            WaybarText.append(record.snapshot, words, to: &line)
            line += "\n".utf8
        }
    }

    private func appendObject(_ record: Record, to line: inout [UInt8]) {
        line += start
        JSONText.append(record.sequence, to: &line)
        line += time
        JSONText.put(WallTime(microsecondsSinceEpoch: record.wallMicroseconds), atEndOf: &line)
        line += monotonic
        JSONText.append(seconds: record.cause, to: &line)
        line += states[record.snapshot.state]
        line += reports[record.snapshot.reported]
        line += basis
        line += record.snapshot.basis.rawValue.utf8
        line += focus
        line += record.snapshot.focus.rawValue.utf8
        line += reason
        line += record.reason.rawValue.utf8
        line += ending
    }

    private static func member(_ key: String, _ word: String) -> [UInt8] {
        var text = Array(",\"\(key)\":".utf8)
        JSONText.append(word, to: &text)
        return text
    }

    /// The end of the line, from the quote that closes the reason.
    private static func text(of identity: Identity, statesLength: Int) -> [UInt8] {
        var text = Array("\",\"switch\":".utf8)
        JSONText.append(identity.switchName, to: &text)
        text += ",\"device\":".utf8
        let end = Array("}\n".utf8)
        let nameKey = Array(",\"name\":".utf8)
        // The numbers and fixed parts of a record never reach 400 bytes.
        let limit = maximumLength - 400 - statesLength - end.count
        JSONText.append(identity.device, to: &text, limit: limit - nameKey.count - 2)
        text += nameKey
        JSONText.append(identity.name, to: &text, limit: limit)
        return text + end
    }
}

/// Three texts, one for each state.
private struct StateTable: Sendable {
    private let on: [UInt8]
    private let off: [UInt8]
    private let unknown: [UInt8]

    init(_ text: (SwitchState) -> [UInt8]) {
        on = text(.on)
        off = text(.off)
        unknown = text(.unknown)
    }

    var longest: Int { max(on.count, off.count, unknown.count) }

    subscript(state: SwitchState) -> [UInt8] {
        switch state {
        case .on: on
        case .off: off
        case .unknown: unknown
        }
    }
}
