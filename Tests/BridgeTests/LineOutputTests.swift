import Glibc
import ProximityCore
import System
import Testing

@testable import Bridge

// Standard output belongs to a whole process.
struct LineOutputTests {
    static func write(
        _ snapshot: Snapshot,
        _ sequence: UInt64 = 1,
        to output: inout LineOutput
    ) -> LineOutput.Outcome {
        var diagnostics = Diagnostics()
        return output.write(Sample.record(snapshot, sequence), Sample.renderer, &diagnostics)
    }

    @Test func `each record is one write of one line`() async {
        await #expect(processExitsWith: .success) {
            try withCapture(inPackets: true) { capture in
                var output = LineOutput(form: .json)
                for (number, snapshot) in [Sample.closed, Sample.open, Sample.assumedOpen]
                    .enumerated()
                {
                    #expect(Self.write(snapshot, UInt64(number), to: &output) == .fine)
                }
                for number in 0..<3 {
                    let line = try #require(capture.next())
                    #expect(line.hasPrefix("{\"v\":1,\"seq\":\(number),"))
                    #expect(line.hasSuffix("\"name\":\"Lid\"}\n"))
                }
                #expect(capture.next() == nil)
            }
        }
    }

    @Test func `a record whose form shows nothing new is not written`() async {
        await #expect(processExitsWith: .success) {
            try withCapture { capture in
                var output = LineOutput(form: .word)
                for snapshot in [Sample.assumedOpen, Sample.open, Sample.closed, Sample.closed] {
                    #expect(Self.write(snapshot, to: &output) == .fine)
                }
                #expect(capture.text() == "open\nclosed\n")
            }
        }
    }

    @Test func `a reader that stops reading gets the newest record when it comes back`() async {
        await #expect(processExitsWith: .success) {
            try withCapture { capture in
                capture.fill()
                var output = LineOutput(form: .json)
                for sequence in 1...5 as ClosedRange<UInt64> {
                    let snapshot = sequence % 2 == 0 ? Sample.open : Sample.closed
                    #expect(Self.write(snapshot, sequence, to: &output) == .fine)
                    #expect(output.isBehind == true)
                }
                #expect(capture.text().allSatisfy { $0 == "#" })
                #expect(Self.write(Sample.closed, 5, to: &output) == .fine)
                #expect(output.isBehind == false)
                #expect(capture.text().hasPrefix("{\"v\":1,\"seq\":5,"))
            }
        }
    }

    @Test func `a reader that comes back to what it has read already gets nothing`() async {
        await #expect(processExitsWith: .success) {
            try withCapture { capture in
                var output = LineOutput(form: .word)
                _ = Self.write(Sample.open, to: &output)
                #expect(capture.text() == "open\n")
                capture.fill()
                _ = Self.write(Sample.closed, to: &output)
                #expect(output.isBehind == true)
                _ = capture.text()
                _ = Self.write(Sample.open, to: &output)
                #expect(output.isBehind == false)
                #expect(capture.text() == "")
            }
        }
    }

    @Test func `a reader that leaves is noticed, also where nothing is new`() async {
        await #expect(processExitsWith: .success) {
            try withCapture { capture in
                var output = LineOutput(form: .word)
                #expect(Self.write(Sample.open, to: &output) == .fine)
                capture.leave()
                #expect(Self.write(Sample.open, to: &output) == .readerLeft)
                #expect(Self.write(Sample.closed, to: &output) == .readerLeft)
            }
        }
    }

    @Test func `a reader that leaves a full pipe is noticed`() async {
        await #expect(processExitsWith: .success) {
            try withCapture { capture in
                capture.fill()
                var output = LineOutput(form: .word)
                #expect(Self.write(Sample.open, to: &output) == .fine)
                capture.leave()
                #expect(Self.write(Sample.open, to: &output) == .readerLeft)
            }
        }
    }

    @Test func `a broken socket loses standard output and not the bridge`() async throws {
        let result = await #expect(
            processExitsWith: .success,
            observing: [\.standardErrorContent]
        ) {
            var ends: [Int32] = [-1, -1]
            try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
            let reader = ends[0]
            try withRedirection(to: ends[1]) {
                var output = LineOutput(form: .word)
                #expect(Self.write(Sample.open, to: &output) == .fine)
                var buffer = [UInt8](repeating: 0, count: 99)
                #expect(read(reader, &buffer, 99) == 5)
                close(reader)
                for snapshot in [Sample.closed, Sample.open] {
                    #expect(Self.write(snapshot, to: &output) == .fine)
                    #expect(output.isLost == true)
                    #expect(output.isBehind == false && output.isFailing == false)
                }
            }
        }
        let said = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(said == "proxbridge: standard output is gone, the bridge goes on without it\n")
    }

    @Test func `the flags of the descriptor stay as they were`() async {
        await #expect(processExitsWith: .success) {
            try withCapture { capture in
                let before = fcntl(1, F_GETFL)
                var output = LineOutput(form: .word)
                _ = Self.write(Sample.open, to: &output)
                capture.fill()
                _ = Self.write(Sample.closed, to: &output)
                #expect(fcntl(1, F_GETFL) == before)
            }
        }
    }

    @Test func `a failing write is told once, and another record may succeed`() async throws {
        let result = await #expect(
            processExitsWith: .success,
            observing: [\.standardErrorContent]
        ) {
            var output = LineOutput(form: .word)
            try withRedirection(to: open("/dev/full", O_WRONLY)) {
                for snapshot in [Sample.closed, Sample.open, Sample.open] {
                    #expect(Self.write(snapshot, to: &output) == .fine)
                    #expect(output.isFailing == true)
                    #expect(output.isBehind == false)
                }
            }
            try withCapture { capture in
                #expect(Self.write(Sample.open, to: &output) == .fine)
                #expect(output.isFailing == false)
                #expect(capture.text() == "open\n")
            }
        }
        let said = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(said == "proxbridge: cannot write to standard output: No space left on device\n")
    }
}
