import Testing

@testable import Recording

struct RecordingReaderTests {
    @Test(
        arguments: [
            ("", "not a recording: it is empty"),
            ("\n# comment\n\n", "not a recording: it is empty"),
            ("\u{0}\u{1}\n", "not a recording: it is binary"),
            ("hello\n", "not a recording of evemu or libinput"),
            ("{\"v\": 1}\n", "not a recording of evemu or libinput"),
        ]
    )
    func `what is no recording is told in one sentence`(text: String, what: String) {
        #expect(read(text).error == RecordingError(what))
    }

    @Test func `a line of a gigabyte is refused with its beginning`() {
        var given = 0
        var reader = RecordingReader { buffer, limit in
            given += limit
            for index in 0..<limit { buffer[index] = UInt8(ascii: "x") }
            return given > 1 << 30 ? 0 : limit
        }
        #expect(throws: RecordingError("a line of more than 65536 bytes", line: 1)) {
            try reader.next()
        }
        #expect(given < 1 << 20)
    }
}
