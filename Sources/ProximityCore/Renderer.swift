/// Writes records as bytes of one line.
///
/// What does not change from record to record is rendered once, so that a record costs no heap.
public struct Renderer: Sendable {
    /// The longest line, in bytes with its newline: what a pipe takes whole (`pipe(7)`, PIPE_BUF).
    public static let maximumLength = 4096

    private let words: Words
    private let wordLines: StateTable
    private let wordTexts: StateTable
    private let identityText: [UInt8]

    /// Makes a renderer for records of one switch.
    public init(words: Words, identity: Identity) {
        self.words = words
        wordLines = StateTable { Array((words[$0] + "\n").utf8) }
        wordTexts = StateTable { state in
            var text: [UInt8] = []
            JSONText.append(words[state], to: &text)
            return text
        }
        identityText = Self.text(of: identity, wordsLength: wordTexts.longest)
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
        line += "{\"v\":1,\"seq\":".utf8
        JSONText.append(record.sequence, to: &line)
        line += ",\"time\":\"".utf8
        JSONText.append(WallTime(microsecondsSinceEpoch: record.wallMicroseconds), to: &line)
        line += "\",\"monotonic\":".utf8
        JSONText.append(seconds: record.cause, to: &line)
        line += ",\"state\":".utf8
        line += wordTexts[record.snapshot.state]
        line += ",\"reported\":".utf8
        line += wordTexts[record.snapshot.reported]
        line += ",\"basis\":\"".utf8
        line += record.snapshot.basis.rawValue.utf8
        line += "\",\"focus\":\"".utf8
        line += record.snapshot.focus.rawValue.utf8
        line += "\",\"reason\":\"".utf8
        line += record.reason.rawValue.utf8
        line += identityText
    }

    /// The end of the line, from the quote that closes the reason.
    private static func text(of identity: Identity, wordsLength: Int) -> [UInt8] {
        var text = Array("\",\"switch\":".utf8)
        JSONText.append(identity.switchName, to: &text)
        text += ",\"device\":".utf8
        let end = Array("}\n".utf8)
        let nameKey = Array(",\"name\":".utf8)
        // The numbers and fixed parts of a record never reach 400 bytes.
        let limit = maximumLength - 400 - 2 * wordsLength - end.count
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
