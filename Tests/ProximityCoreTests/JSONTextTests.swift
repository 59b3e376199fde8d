import ProximityCore
import Testing

struct JSONTextTests {
    private static func text(_ string: String?, limit: Int = .max, after start: String = "")
        -> String
    {
        var text = Array(start.utf8)
        JSONText.append(string, to: &text, limit: limit)
        return String(decoding: text, as: UTF8.self)
    }

    @Test func `a string is in quotes and nothing is null`() {
        #expect(Self.text("Lid Switch") == #""Lid Switch""#)
        #expect(Self.text("") == #""""#)
        #expect(Self.text(nil) == "null")
        #expect(Self.text("b", after: #"{"a":"#) == #"{"a":"b""#)
    }

    @Test func `quotes, backslashes and controls are escaped, the rest stands as it is`() {
        #expect(Self.text(#"a"b\c/d"#) == #""a\"b\\c/d""#)
        #expect(Self.text("\u{0}\u{9}\u{a}\u{1f}") == #""\u0000\u0009\u000a\u001f""#)
        #expect(Self.text("\u{7f}\u{80}\u{9f}\u{a0}") == "\"\\u007f\\u0080\\u009f\u{a0}\"")
        #expect(
            Self.text("\u{2027}\u{2028}\u{2029}\u{202a}") == "\"\u{2027}\\u2028\\u2029\u{202a}\""
        )
        #expect(Self.text("é😀") == "\"é😀\"")
    }

    @Test func `every scalar reads back and none harms a terminal`() throws {
        for start in stride(from: 0 as UInt32, to: 0x11_0000, by: 0x800) where start != 0xd800 {
            let scalars = (start..<start + 0x800).compactMap(Unicode.Scalar.init)
            var string = ""
            string.unicodeScalars.append(contentsOf: scalars)
            let text = Self.text(string)
            #expect(JSONReader.isHarmless(text))
            let read = try JSONReader.string(in: Array(text.utf8))
            #expect(Array(read.unicodeScalars) == scalars)
        }
    }

    @Test func `a string is cut at a character where its text would pass the limit`() throws {
        let string = "a\"é\u{1}😀\\z"
        let whole = Self.text(string)
        let start = "12345"
        for limit in start.utf8.count + 2...40 {
            let text = Self.text(string, limit: limit, after: start)
            #expect(text.utf8.count <= limit)
            #expect(text.hasPrefix(start))
            let read = try JSONReader.string(in: Array(text.utf8.dropFirst(start.utf8.count)))
            #expect(string.hasPrefix(read))
            let isWhole = start.utf8.count + whole.utf8.count <= limit
            #expect((read == string) == isWhole)
        }
        #expect(Self.text("abc", limit: 5) == #""abc""#)
        #expect(Self.text("abc", limit: 4) == #""ab""#)
        #expect(Self.text("ab\n", limit: 9) == #""ab""#)
        #expect(Self.text("ab\n", limit: 10) == #""ab\u000a""#)
    }
}
