import Testing

@testable import Recording

struct LineReaderTests {
    private static func lines(_ text: String, piece: Int) throws -> [String] {
        var reader = LineReader(source(Array(text.utf8), piece: piece))
        var lines: [String] = []
        while try reader.advance() {
            #expect(reader.number == lines.count + 1)
            lines.append(String(decoding: reader.text, as: UTF8.self))
        }
        return lines
    }

    @Test(arguments: [1, 2, 3, 7, 1 << 16])
    func `lines are cut whatever the pieces they come in`(piece: Int) throws {
        let text = "\u{feff}one\ntwo\r\n\n\rthree\u{feff}\r\n" + String(repeating: "x", count: 999)
        let wanted = ["one", "two", "", "\rthree\u{feff}", String(repeating: "x", count: 999)]
        #expect(try Self.lines(text, piece: piece) == wanted)
    }

    @Test func `an empty source has no line, a last one without an end is not whole`() throws {
        #expect(try Self.lines("", piece: 1) == [])
        var reader = LineReader(source(Array("a\nb".utf8)))
        #expect(try reader.advance() && reader.isWhole)
        #expect(try reader.advance() && !reader.isWhole)
        #expect(try reader.advance() == false)
    }

    @Test(arguments: [1000, 1 << 16])
    func `the longest line passes, one byte more does not`(piece: Int) throws {
        let longest = String(repeating: "y", count: LineReader.maximumLength)
        #expect(try Self.lines("a\n\(longest)\nb\n", piece: piece) == ["a", longest, "b"])
        var reader = LineReader(source(Array("a\ny\(longest)\nb\n".utf8), piece: piece))
        _ = try reader.advance()
        #expect(throws: RecordingError("a line of more than 65536 bytes", line: 2)) {
            try reader.advance()
        }
    }

    @Test func `a line can come once more`() throws {
        var reader = LineReader(source(Array("a\nb\n".utf8)))
        _ = try reader.advance()
        _ = try reader.advance()
        reader.stepBack()
        #expect(try reader.advance() && reader.number == 2)
        #expect(String(decoding: reader.text, as: UTF8.self) == "b")
        #expect(try reader.advance() == false)
    }
}
