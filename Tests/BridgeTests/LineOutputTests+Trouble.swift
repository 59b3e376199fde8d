import Glibc
import ProximityCore
import System
import Testing

@testable import Bridge

extension LineOutputTests {
    @Test func `a line of which a part is out is finished before the next one`() async {
        await #expect(processExitsWith: .success) {
            try withFolder { folder in
                let path = folder.appending("out")
                try make(path)
                try withRedirection(to: open(path.description, O_WRONLY)) {
                    var output = LineOutput(form: .json)
                    try withFileSize(limitedTo: 100) {
                        _ = Self.write(Sample.closed, 1, to: &output)
                    }
                    #expect(try status(of: path).st_size == 100)
                    _ = Self.write(Sample.open, 2, to: &output)
                }
                let lines = try text(of: path).split(separator: "\n")
                #expect(lines.count == 2)
                #expect(lines[0].hasPrefix("{\"v\":1,\"seq\":1,") && lines[0].hasSuffix("}"))
                #expect(lines[1].hasPrefix("{\"v\":1,\"seq\":2,") && lines[1].hasSuffix("}"))
            }
        }
    }

    @Test func `a full disk is not waited for as a slow reader is`() async {
        await #expect(processExitsWith: .success) {
            try withFolder { folder in
                let path = folder.appending("out")
                try make(path)
                try withRedirection(to: open(path.description, O_WRONLY)) {
                    var output = LineOutput(form: .word)
                    try withFileSize(limitedTo: 3) {
                        _ = Self.write(Sample.closed, to: &output)
                        _ = Self.write(Sample.closed, to: &output)
                    }
                    #expect(output.isFailing == true)
                    #expect(output.isBehind == false, "a file is always writable")
                    _ = Self.write(Sample.open, to: &output)
                    #expect(output.isFailing == false)
                }
                #expect(try text(of: path) == "closed\nopen\n")
            }
        }
    }

    @Test func `a terminal that takes no more does not stop the bridge`() async {
        await #expect(processExitsWith: .success) {
            try withRedirection(to: openTerminal()) {
                var output = LineOutput(form: .json)
                alarm(60)
                var sequence: UInt64 = 0
                // The kernel takes some out of the terminal's buffer whenever it comes to it.
                while !output.isBehind {
                    let snapshot = sequence % 2 == 0 ? Sample.open : Sample.closed
                    #expect(Self.write(snapshot, sequence, to: &output) == .fine)
                    sequence += 1
                }
                alarm(0)
                #expect(fcntl(1, F_GETFL) & O_NONBLOCK == 0)
            }
        }
    }
}
