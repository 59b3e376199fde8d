/// Takes numbers off the front of a line, as `scanf(3)` does, but minds their range.
struct FieldScanner {
    private let text: [UInt8]
    private let end: Int
    private(set) var place: Int

    init(_ text: [UInt8], in range: Range<Int>) {
        self.text = text
        place = range.lowerBound
        end = range.upperBound
    }

    /// Whether nothing is left but blanks, or a comment after them.
    mutating func isAtEnd() -> Bool {
        skipBlanks()
        return place == end || text[place] == UInt8(ascii: "#")
    }

    /// Takes a number without a sign in the given base, nothing if there is none or it is too large.
    mutating func unsigned(base: UInt64, limit: UInt64) -> UInt64? {
        skipBlanks()
        let start = place
        var value: UInt64 = 0
        while place < end, let digit = Self.digit(text[place]), digit < base {
            let (tenfold, overflow) = value.multipliedReportingOverflow(by: base)
            let (sum, carry) = tenfold.addingReportingOverflow(digit)
            if overflow || carry { return nil }
            value = sum
            place += 1
        }
        return place > start && value <= limit ? value : nil
    }

    /// Takes a decimal number that may have a sign.
    mutating func signed() -> Int32? {
        skipBlanks()
        let isNegative = place < end && text[place] == UInt8(ascii: "-")
        if isNegative { place += 1 }
        let limit = UInt64(Int32.max) + (isNegative ? 1 : 0)
        guard let magnitude = unsigned(base: 10, limit: limit) else { return nil }
        return Int32(truncatingIfNeeded: isNegative ? 0 &- magnitude : magnitude)
    }

    /// Takes decimal seconds, and gives microseconds; more digits than six are cut.
    mutating func seconds() -> Int64? {
        guard let whole = unsigned(base: 10, limit: UInt64(Int64.max / 1_000_000) - 1) else {
            return nil
        }
        var microseconds: UInt64 = 0
        if place < end, text[place] == UInt8(ascii: ".") {
            place += 1
            var weight: UInt64 = 100_000
            let start = place
            while place < end, let digit = Self.digit(text[place]), digit < 10 {
                microseconds += digit * weight
                weight /= 10
                place += 1
            }
            if place == start { return nil }
        }
        return Int64(whole * 1_000_000 + microseconds)
    }

    private mutating func skipBlanks() {
        while place < end,
            text[place] == UInt8(ascii: " ") || text[place] == UInt8(ascii: "\t")
        {
            place += 1
        }
    }

    private static func digit(_ byte: UInt8) -> UInt64? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt64(byte - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt64(byte - UInt8(ascii: "a") + 10)
        case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt64(byte - UInt8(ascii: "A") + 10)
        default: nil
        }
    }
}
