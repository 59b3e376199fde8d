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

    /// What a moment looks like, as RFC 3339 writes it, before its digits are in place.
    static let time = Array("0000-00-00T00:00:00.000000Z".utf8)

    /// Puts a moment in UTC, with six decimals, in place of a `time` at the end of `text`.
    static func put(_ time: WallTime, atEndOf text: inout [UInt8]) {
        var span = text.mutableSpan
        let end = span.count
        put(time.year, before: end - 23, in: &span)
        put(time.month, before: end - 20, in: &span)
        put(time.day, before: end - 17, in: &span)
        put(time.hour, before: end - 14, in: &span)
        put(time.minute, before: end - 11, in: &span)
        put(time.second, before: end - 8, in: &span)
        put(time.microsecond, before: end - 1, in: &span)
    }

    private static func appendDigits(of number: UInt64, width: Int, to text: inout [UInt8]) {
        // 1233 / 4096 is a little more than the logarithm of 2, so this is right or one too small.
        var count = ((64 - number.leadingZeroBitCount) * 1233) >> 12
        if number >= powersOfTen[count] { count += 1 }
        text += zeros[max(count, width)]
        var span = text.mutableSpan
        put(number, before: span.count, in: &span)
    }

    /// The powers that are numbers of 64 bits, each at its exponent.
    private static let powersOfTen: [UInt64] = (0..<20).map { exponent in
        (0..<exponent).reduce(1) { power, _ in power * 10 }
    }

    /// So many zeros, as digits.
    private static let zeros = (0...20).map { Array(repeating: UInt8(ascii: "0"), count: $0) }

    /// Puts the digits of a number over zeros, the last digit before `end`.
    private static func put(_ number: UInt64, before end: Int, in text: inout MutableSpan<UInt8>) {
        var rest = number
        var index = end
        while rest > 0 {
            index -= 1
            text[index] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        }
    }
}
