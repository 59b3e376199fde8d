import System
import Testing

@testable import Bridge

struct PrintableTextTests {
    @Test(arguments: [
        ("plain text, with caf\u{E9} and \u{1F512}", "plain text, with caf\u{E9} and \u{1F512}"),
        ("", ""), ("a\nb\tc", "a\\x0ab\\x09c"), ("\u{1B}[2J", "\\x1b[2J"),
        ("\u{0}\u{1F}", "\\x00\\x1f"),
        ("\u{7F}\u{80}\u{9F}\u{A0}", "\\x7f\\x80\\x9f\u{A0}"), ("\r\n", "\\x0d\\x0a"),
        ("a\u{2028}b\u{2029}", "a\\x2028b\\x2029"),
    ])
    func `text becomes one line that moves no cursor`(text: String, shown: String) {
        #expect(printable(text) == shown)
    }

    @Test func `a path is shown with what is not text replaced`() {
        #expect(printable(FilePath(bytes: [0x2F, 0xFF, 0x0A])) == "/\u{FFFD}\\x0a")
    }
}
