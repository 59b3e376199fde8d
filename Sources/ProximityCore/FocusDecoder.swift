/// Cuts bytes from a pipe into focus messages, in bounded memory whatever comes.
public struct FocusDecoder: Sendable {
    /// The longest line, in bytes without its newline.
    public static let maximumLength = 256

    /// What a line turned out to be.
    public enum Line: Equatable, Sendable {
        /// A line of the grammar.
        case message(FocusMessage)
        /// Anything else; `excerpt` is its start, escaped to printable ASCII.
        case rejected(excerpt: String, isTooLong: Bool)
    }

    private var line: [UInt8] = []
    private var isTooLong = false

    /// Makes a decoder that is at the start of a line.
    public init() {
        line.reserveCapacity(Self.maximumLength)
    }

    /// Takes the next byte; a newline gives the line it ends, unless that is empty.
    public mutating func push(_ byte: UInt8) -> Line? {
        if byte == UInt8(ascii: "\n") { return finish() }
        if line.count < Self.maximumLength {
            line.append(byte)
        } else {
            isTooLong = true
        }
        return nil
    }

    /// Ends the line that is under way, because the last writer has closed.
    public mutating func finish() -> Line? {
        defer {
            line.removeAll(keepingCapacity: true)
            isTooLong = false
        }
        if !isTooLong {
            if line.allSatisfy(isBlank) { return nil }
            if let message = FocusMessage(line: line) { return .message(message) }
        }
        return .rejected(excerpt: escapedExcerpt(of: line), isTooLong: isTooLong)
    }
}

/// Shows the first 40 bytes of hostile text in printable ASCII, anything else as `\xNN`.
func escapedExcerpt(of bytes: some Collection<UInt8>) -> String {
    let limit = 40
    var text = ""
    for byte in bytes.prefix(limit) {
        switch byte {
        case UInt8(ascii: "\\"): text += "\\\\"
        case UInt8(ascii: "\""): text += "\\\""
        case 0x20...0x7e: text.unicodeScalars.append(Unicode.Scalar(byte))
        default: text += byte < 0x10 ? "\\x0" : "\\x"; text += String(byte, radix: 16)
        }
    }
    return bytes.count > limit ? text + "..." : text
}
