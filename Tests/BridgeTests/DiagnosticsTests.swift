import Glibc
import Testing

@testable import Bridge

// Standard error belongs to a whole process.
struct DiagnosticsTests {
    @Test(arguments: [
        (false, false, "w n h "), (true, false, "w h "), (false, true, "w n d h "),
        (true, true, "w d h "),
    ])
    func `what is said depends on what was asked for, and each is a line`(
        isQuiet: Bool,
        isVerbose: Bool,
        said: String
    ) async {
        await #expect(processExitsWith: .success) { [isQuiet, isVerbose, said] in
            try withCapture(of: 2, inPackets: true) { capture in
                var diagnostics = Diagnostics(isQuiet: isQuiet, isVerbose: isVerbose)
                diagnostics.warn("w")
                diagnostics.note("n")
                diagnostics.detail("d")
                diagnostics.hint("h")
                let wanted = said.split(separator: " ").map { word in
                    word == "h" ? "h\n" : "proxbridge: \(word)\n"
                }
                for line in wanted { #expect(capture.next() == line) }
                #expect(capture.next() == nil)
            }
        }
    }

    @Test func `a detail that nobody asked for is not even made up`() async {
        await #expect(processExitsWith: .success) {
            var diagnostics = Diagnostics()
            func detail() -> String {
                Issue.record("made up")
                return ""
            }
            diagnostics.detail(detail())
        }
    }

    @Test func `what standard error does not take is counted and never waited for`() async {
        await #expect(processExitsWith: .success) {
            try withCapture(of: 2) { capture in
                let flags = fcntl(2, F_GETFL)
                capture.fill()
                var diagnostics = Diagnostics()
                alarm(60)
                for _ in 0..<3 { diagnostics.warn("lost") }
                #expect(capture.text().allSatisfy { $0 == "#" })
                diagnostics.warn("back")
                let lines = capture.text().split(separator: "\n")
                #expect(lines.count == 2)
                #expect(lines.first?.contains(" 3 messages dropped") == true)
                #expect(lines.last == "proxbridge: back")
                diagnostics.warn("again")
                #expect(capture.text() == "proxbridge: again\n")
                #expect(fcntl(2, F_GETFL) == flags)
            }
        }
    }

    @Test(arguments: [(4_083, false), (4_084, true), (9_999, true)])
    func `a message is at most what a pipe takes whole`(length: Int, isCut: Bool) async {
        await #expect(processExitsWith: .success) { [length, isCut] in
            try withCapture(of: 2, inPackets: true) { capture in
                var diagnostics = Diagnostics()
                diagnostics.warn(String(repeating: "x", count: length))
                let line = try #require(capture.next())
                #expect(line.utf8.count == 4_096)
                #expect(line.hasPrefix("proxbridge: xxx"))
                #expect(line.hasSuffix(isCut ? "x...\n" : "xxxx\n"))
                diagnostics.warn("next")
                #expect(capture.next() == "proxbridge: next\n")
            }
        }
    }

    @Test func `a terminal that takes no more is not waited for`() async {
        await #expect(processExitsWith: .success) {
            try withRedirection(of: 2, to: openTerminal()) {
                var diagnostics = Diagnostics()
                alarm(60)
                for _ in 0..<1_000 { diagnostics.warn(String(repeating: "x", count: 99)) }
                alarm(0)
                #expect(fcntl(2, F_GETFL) & O_NONBLOCK == 0)
            }
        }
    }
}
