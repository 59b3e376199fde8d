/// The few kinds of JSON value that are written (RFC 8259).
public enum JSONText {
    /// Appends a string in quotes, or null.
    ///
    /// Everything that ends a line anywhere or moves a terminal's cursor is escaped: C0, DEL, C1,
    /// and the separators U+2028 and U+2029. `limit` is the length that `text` may reach; the string
    /// is cut at a character where it would grow past it.
    public static func append(_ string: String?, to text: inout [UInt8], limit: Int = .max) {
        guard let string else {
            text += "null".utf8
            return
        }
        text.append(UInt8(ascii: "\""))
        for scalar in string.unicodeScalars {
            let start = text.count
            append(escaping: scalar, to: &text)
            if text.count >= limit {
                text.removeLast(text.count - start)
                break
            }
        }
        text.append(UInt8(ascii: "\""))
    }

    private static func append(escaping scalar: Unicode.Scalar, to text: inout [UInt8]) {
        switch scalar {
        case "\"": text += "\\\"".utf8
        case "\\": text += "\\\\".utf8
        case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}":
            let digits = String(scalar.value, radix: 16)
            text += "\\u".utf8
            text += repeatElement(UInt8(ascii: "0"), count: 4 - digits.utf8.count)
            text += digits.utf8
        default: text += UTF8.encode(scalar).map { Array($0) } ?? []
        }
    }

    /// Appends a whole number.
    static func append(_ number: UInt64, to text: inout [UInt8]) {
        appendDigits(of: number, width: 1, to: &text)
    }

    /// Appends a moment in seconds with six decimals.
    static func append(seconds moment: Timestamp, to text: inout [UInt8]) {
        let microseconds = moment.microseconds.magnitude
        if moment.microseconds < 0 { text.append(UInt8(ascii: "-")) }
        appendDigits(of: microseconds / 1_000_000, width: 1, to: &text)
        text.append(UInt8(ascii: "."))
        appendDigits(of: microseconds % 1_000_000, width: 6, to: &text)
    }

    /// Appends a moment as RFC 3339 writes it, in UTC, with six decimals.
    static func append(_ time: WallTime, to text: inout [UInt8]) {
        appendDigits(of: time.year, width: 4, to: &text)
        text.append(UInt8(ascii: "-"))
        appendDigits(of: time.month, width: 2, to: &text)
        text.append(UInt8(ascii: "-"))
        appendDigits(of: time.day, width: 2, to: &text)
        text.append(UInt8(ascii: "T"))
        appendDigits(of: time.hour, width: 2, to: &text)
        text.append(UInt8(ascii: ":"))
        appendDigits(of: time.minute, width: 2, to: &text)
        text.append(UInt8(ascii: ":"))
        appendDigits(of: time.second, width: 2, to: &text)
        text.append(UInt8(ascii: "."))
        appendDigits(of: time.microsecond, width: 6, to: &text)
        text.append(UInt8(ascii: "Z"))
    }

    private static func appendDigits(of number: UInt64, width: Int, to text: inout [UInt8]) {
        let start = text.count
        var rest = number
        while rest > 0 || text.count - start < width {
            text.append(UInt8(ascii: "0") + UInt8(rest % 10))
            rest /= 10
        }
        text[start...].reverse()
    }
}
