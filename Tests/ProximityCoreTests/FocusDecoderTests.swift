import ProximityCore
import Testing

struct FocusDecoderTests {
    private typealias Line = FocusDecoder.Line

    private static func lines(_ bytes: [UInt8], finished: Bool = false) -> [Line] {
        var decoder = FocusDecoder()
        var lines = bytes.compactMap { decoder.push($0) }
        if finished, let last = decoder.finish() { lines.append(last) }
        return lines
    }

    private static func lines(_ text: String, finished: Bool = false) -> [Line] {
        lines(Array(text.utf8), finished: finished)
    }

    private static func said(_ word: FocusMessage.Word, at microseconds: Int64? = nil) -> Line {
        let stamp = microseconds.map { Timestamp(microseconds: $0) }
        return .message(FocusMessage(word: word, stamp: stamp))
    }

    private static func wrong(_ excerpt: String, isTooLong: Bool = false) -> Line {
        .rejected(excerpt: excerpt, isTooLong: isTooLong)
    }

    @Test func `each newline ends one message`() {
        let text = "foreground\nBG\n reset 1.5\r\n\tENABLE 2 \ndisable\n"
        #expect(
            Self.lines(text) == [
                Self.said(.foreground), Self.said(.background), Self.said(.reset, at: 1_500_000),
                Self.said(.enable, at: 2_000_000), Self.said(.disable),
            ]
        )
    }

    @Test func `empty and blank lines are nothing`() {
        #expect(Self.lines("\n\n \n\t\n\r\n \t\r\n").isEmpty)
        #expect(Self.lines(" \t", finished: true).isEmpty)
        #expect(Self.lines("", finished: true).isEmpty)
    }

    @Test func `a message needs its newline, or the end`() {
        #expect(Self.lines("foreground").isEmpty)
        #expect(Self.lines("foreground", finished: true) == [Self.said(.foreground)])
        #expect(
            Self.lines("fg\nbg 3", finished: true) == [
                Self.said(.foreground), Self.said(.background, at: 3_000_000),
            ]
        )
        #expect(Self.lines("fg\n", finished: true) == [Self.said(.foreground)])
        #expect(Self.lines("foreg", finished: true) == [Self.wrong("foreg")])
    }

    @Test func `the end of one writer is the start of a line for the next`() {
        var decoder = FocusDecoder()
        for byte in "fore".utf8 { #expect(decoder.push(byte) == nil) }
        #expect(decoder.finish() == Self.wrong("fore"))
        #expect(decoder.finish() == nil)
        for byte in "bg".utf8 { #expect(decoder.push(byte) == nil) }
        #expect(decoder.push(UInt8(ascii: "\n")) == Self.said(.background))
    }

    @Test func `a line of 256 bytes is taken and one of 257 is not`() {
        for (length, isTaken) in [(255, true), (256, true), (257, false), (5_000, false)] {
            let padding = String(repeating: " ", count: length - 2)
            for line in ["fg" + padding, padding + "fg"] {
                let due = isTaken ? Self.said(.foreground) : nil
                for finished in [true, false] {
                    let text = finished ? line : line + "\n"
                    let lines = Self.lines(text, finished: finished)
                    #expect(lines.count == 1)
                    if let due { #expect(lines == [due]) }
                    if case .rejected(_, let isTooLong)? = lines.first { #expect(isTooLong) }
                    #expect((lines.first == Self.said(.foreground)) == isTaken)
                }
            }
        }
    }

    @Test func `a line of blanks is too long as any other`() {
        #expect(Self.lines(String(repeating: " ", count: 256) + "\n").isEmpty)
        let due = Self.wrong(String(repeating: " ", count: 40) + "...", isTooLong: true)
        #expect(Self.lines(String(repeating: " ", count: 257) + "\n") == [due])
    }

    @Test func `a line that is too long is dropped to its newline and takes nothing with it`() {
        let long = String(repeating: "x", count: 70_000)
        let due = Self.wrong(String(repeating: "x", count: 40) + "...", isTooLong: true)
        #expect(
            Self.lines("fg\n" + long + " bg\nreset\n" + long + "\nbg", finished: true) == [
                Self.said(.foreground), due, Self.said(.reset), due, Self.said(.background),
            ]
        )
        #expect(Self.lines(long, finished: true) == [due])
    }

    @Test func `the start of a wrong line is shown in printable ASCII`() {
        #expect(Self.lines("near\n") == [Self.wrong("near")])
        #expect(Self.lines("a\"b\\c\n") == [Self.wrong(#"a\"b\\c"#)])
        #expect(
            Self.lines("\u{1b}[2J\u{0}\t\u{7f}é\r\n") == [
                Self.wrong(#"\x1b[2J\x00\x09\x7f\xc3\xa9\x0d"#)
            ]
        )
        #expect(Self.lines([0xff, 0x0f, 0x10, 0x0a]) == [Self.wrong(#"\xff\x0f\x10"#)])
        let forty = String(repeating: "~", count: 40)
        #expect(Self.lines(forty + "\n") == [Self.wrong(forty)])
        #expect(Self.lines(forty + "!\n") == [Self.wrong(forty + "...")])
        #expect(Self.lines("fg 1 2\n") == [Self.wrong("fg 1 2")])
    }

    @Test func `a thousand lines of two writers are two thousand messages`() {
        let text = String(repeating: "foreground\nbackground\n", count: 1_000)
        let lines = Self.lines(text)
        #expect(lines.count == 2_000)
        #expect(lines.filter { $0 == Self.said(.background) }.count == 1_000)
    }

    /// Held against a plain split of the whole text at its newlines.
    @Test(arguments: 1...100 as ClosedRange<UInt64>)
    func `any bytes, with the ends of writers anywhere, give the lines between`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let pieces: [[UInt8]] = [
            Array("foreground".utf8), Array("bg".utf8), Array("reset 1.5".utf8), [0x0a], [0x0a],
            Array(" \t\r".utf8), [0x00], [0xff, 0xc3], Array("\\\"".utf8),
            Array(repeating: 0x20, count: 250), [UInt8.random(in: 0...255, using: &random)],
        ]
        var text: [UInt8] = []
        var lines: [Line] = []
        var decoder = FocusDecoder()
        for _ in 0..<100 {
            let piece = pieces.randomElement(using: &random) ?? []
            lines += piece.compactMap { decoder.push($0) }
            text += piece
            if Int.random(in: 0..<8, using: &random) == 0 {
                if let line = decoder.finish() { lines.append(line) }
                text.append(0x0a)
            }
        }
        let whole = text.split(separator: 0x0a, omittingEmptySubsequences: false).dropLast()
        let due = whole.compactMap { line -> Line? in
            let isTooLong = line.count > 256
            if !isTooLong, let message = FocusMessage(line: line) { return .message(message) }
            if !isTooLong, line.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0d }) {
                return nil
            }
            return Self.wrong(Self.excerpt(of: line), isTooLong: isTooLong)
        }
        #expect(lines == due)
    }

    private static func excerpt(of line: ArraySlice<UInt8>) -> String {
        let shown = line.prefix(40).map { byte -> String in
            if byte == 0x5c || byte == 0x22 { return "\\" + String(UnicodeScalar(byte)) }
            if byte >= 0x20 && byte < 0x7f { return String(UnicodeScalar(byte)) }
            return "\\x" + String(0x100 + Int(byte), radix: 16).dropFirst()
        }
        return shown.joined() + (line.count > 40 ? "..." : "")
    }
}
