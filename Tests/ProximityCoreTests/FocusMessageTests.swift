import ProximityCore
import Testing

struct FocusMessageTests {
    private static func parse(_ line: String) -> FocusMessage? {
        FocusMessage(line: Array(line.utf8))
    }

    private static func said(_ word: FocusMessage.Word, at microseconds: Int64? = nil)
        -> FocusMessage
    {
        FocusMessage(word: word, stamp: microseconds.map { Timestamp(microseconds: $0) })
    }

    @Test(
        arguments: [
            ("foreground", .foreground), ("fg", .foreground), ("background", .background),
            ("bg", .background), ("reset", .reset), ("enable", .enable), ("disable", .disable),
        ] as [(String, FocusMessage.Word)]
    )
    func `a word means this in letters of any case and blanks around`(
        text: String,
        word: FocusMessage.Word
    ) {
        let capital = text.prefix(1).uppercased() + text.dropFirst()
        for spelling in [text, text.uppercased(), capital] {
            #expect(Self.parse(spelling) == Self.said(word))
            #expect(Self.parse(" \t\(spelling)\r") == Self.said(word))
            #expect(Self.parse("\(spelling) 12.5") == Self.said(word, at: 12_500_000))
            #expect(Self.parse("\r \(spelling)\t\t 12.5 \r") == Self.said(word, at: 12_500_000))
            #expect(FocusMessage.Word(Array(spelling.utf8)) == word)
        }
    }

    @Test(
        arguments: [
            ("0", 0), ("0.0", 0), ("12", 12_000_000), ("12.5", 12_500_000), ("007.50", 7_500_000),
            ("0.000001", 1), ("0.0000019", 1), ("1.234567890123", 1_234_567), ("1.1", 1_100_000),
            ("9223372036854.775807", .max), ("9223372036854.775806", .max - 1),
            ("9223372036854.775808", .max), ("9223372036855", .max),
            ("99999999999999999999999999.9", .max), (String(repeating: "9", count: 200), .max),
            (String(repeating: "0", count: 200) + "3", 3_000_000),
        ] as [(String, Int64)]
    )
    func `seconds are whole microseconds, cut, and held at the clock's end`(
        text: String,
        microseconds: Int64
    ) {
        #expect(Self.parse("reset \(text)") == Self.said(.reset, at: microseconds))
    }

    @Test(
        arguments: [
            "", " ", "\t\r", "fore", "foregrounds", "foreground5", "f g", "back ground", "on",
            "unknown", "fg,", "fg;bg", "fg\u{0}", "\u{0}fg", "fg\u{b}", "fg\u{c}", "\u{feff}fg",
            "fg\u{a0}", "ｆｇ", "re\u{17f}et", "enable\u{301}", "#fg", "\"fg\"",
            "fg 12.", "fg .5", "fg .", "fg -1", "fg +1", "fg 1e3", "fg 0x10", "fg 1,5", "fg 1.2.3",
            "fg 1..2", "fg inf", "fg nan", "fg ١", "fg 12s", "fg 1_000", "fg 1\u{0}",
            "fg 1 2", "fg bg", "fg fg", "fg 1 bg", "12", "12 fg", "fg 99999999999999999999x",
            "fg 1.99999999999999999999x",
        ]
    )
    func `anything else is no message`(line: String) {
        #expect(Self.parse(line) == nil)
    }

    @Test func `bytes that are not UTF-8 are no message`() {
        #expect(FocusMessage(line: [0xff, 0xfe]) == nil)
        #expect(FocusMessage(line: Array("fg".utf8) + [0xc3]) == nil)
        #expect(FocusMessage(line: Array("fg ".utf8) + [0xb2]) == nil)
    }

    @Test func `each word has its input and its reason`() {
        for (word, input, reason) in [
            (.foreground, .foreground, .foreground), (.background, .background, .background),
            (.reset, .reset, .reset), (.enable, .enable, .enabled),
            (.disable, .disable, .disabled),
        ] as [(FocusMessage.Word, Input, Reason)] {
            #expect(word.input == input)
            #expect(word.reason == reason)
        }
    }
}
