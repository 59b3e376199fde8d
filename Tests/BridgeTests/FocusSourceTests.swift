import Evdev
import Foundation
import Glibc
import ProximityCore
import System
import Testing

@testable import Bridge

/// A focus source with the wait around it that the loop has.
struct FocusRig: ~Copyable {
    var source: FocusSource
    var diagnostics = Diagnostics()
    private var poll = Poll(slotCount: 2)

    init(_ origin: Configuration.FocusOrigin) throws(BridgeError) {
        let lid = SwitchCode(rawValue: 0)
        var configuration = Configuration(
            target: .path(FilePath("/dev/null")),
            node: nil,
            code: lid
        )
        configuration.focusOrigin = origin
        var diagnostics = Diagnostics()
        source = try FocusSource(configuration, &diagnostics)
    }

    /// Whether a wait would end at once because of messages.
    mutating func isReady() throws -> Bool {
        try wait(milliseconds: 0)
        return !poll[0].isEmpty
    }

    /// Whether a wait would end at once because of what happened to the path.
    mutating func isPathReady() throws -> Bool {
        try wait(milliseconds: 0)
        return !poll[1].isEmpty
    }

    mutating func wait(milliseconds: Int32) throws {
        source.watch(&poll, slot: 0, pathSlot: 1)
        try poll.wait(milliseconds: milliseconds)
    }

    /// Reads until there is nothing more.
    mutating func lines() throws -> [FocusDecoder.Line] {
        var lines: [FocusDecoder.Line] = []
        for _ in 0..<1_000 {
            let mayHaveMore = try source.fill()
            while let line = source.next() { lines.append(line) }
            if !mayHaveMore { return lines }
        }
        Issue.record("there is no end")
        return lines
    }
}

struct FocusSourceTests {
    static func said(_ word: FocusMessage.Word) -> FocusDecoder.Line {
        .message(FocusMessage(word: word, stamp: nil))
    }

    /// What a decoder makes of lines that stand alone.
    static func decoded(_ lines: [String]) -> [FocusDecoder.Line] {
        lines.compactMap { line in
            var decoder = FocusDecoder()
            for byte in line.utf8 { _ = decoder.push(byte) }
            return decoder.finish()
        }
    }

    @Test func `messages come out in the order in which they were written`() throws {
        try withFolder { folder in
            let path = folder.appending("fifo")
            var rig = try FocusRig(.pipe(path, isDefault: false))
            #expect(try rig.isReady() == false)
            let writer = try FileDescriptor.open(path, .writeOnly, options: .nonBlocking)
            _ = try writer.write(Array("fg\nbogus\nbg\n".utf8))
            #expect(try rig.isReady() == true)
            #expect(
                try rig.lines() == [
                    Self.said(.foreground), .rejected(excerpt: "bogus", isTooLong: false),
                    Self.said(.background),
                ]
            )
            #expect(try rig.isReady() == false)
        }
    }

    @Test func `a line without its newline counts when the last writer leaves`() async {
        await #expect(processExitsWith: .success) {
            try withFolder { folder in
                let path = folder.appending("fifo")
                var rig = try FocusRig(.pipe(path, isDefault: false))
                let writer = try FileDescriptor.open(path, .writeOnly, options: .nonBlocking)
                _ = try writer.write(Array("fg".utf8))
                #expect(try rig.lines() == [])
                #expect(try rig.isReady() == false)
                try writer.close()
                #expect(try rig.isReady() == true)
                #expect(try rig.lines() == [Self.said(.foreground)])
                #expect(try rig.isReady() == false)
            }
        }
    }

    @Test func `a FIFO that its writers have left costs no time`() async {
        await #expect(processExitsWith: .success) {
            try withFolder { folder in
                let path = folder.appending("fifo")
                var rig = try FocusRig(.pipe(path, isDefault: false))
                for _ in 0..<3 {
                    try FileDescriptor.open(path, .writeOnly, options: .nonBlocking).close()
                    #expect(try rig.isReady() == true)
                    #expect(try rig.lines() == [])
                    #expect(try rig.isReady() == false)
                }
            }
        }
    }

    @Test func `a writer that waited for the bridge is heard`() async {
        await #expect(processExitsWith: .success) {
            try withFolder { folder in
                let path = folder.appending("fifo")
                for line in ["fg\n", "fg"] {
                    try makeFIFO(path)
                    let writer = BlockedWriter(path, line: line)
                    var rig = try FocusRig(.pipe(path, isDefault: true))
                    writer.waitUntilDone()
                    #expect(try rig.isReady() == true)
                    #expect(try rig.lines() == [Self.said(.foreground)])
                    #expect(try rig.isReady() == false)
                }
            }
        }
    }

    @Test func `from nowhere nothing comes`() throws {
        var rig = try FocusRig(.none)
        #expect(try rig.isReady() == false)
        #expect(try rig.lines() == [])
        #expect(try rig.isPathReady() == false)
    }

    @Test func `standard input is read to its end, and then no more`() async {
        await #expect(processExitsWith: .success) {
            var ends: [Int32] = [-1, -1]
            try #require(pipe(&ends) == 0 && dup2(ends[0], 0) == 0)
            close(ends[0])
            var rig = try FocusRig(.standardInput)
            #expect(try rig.isReady() == false)
            #expect(try rig.lines() == [])
            write(ends[1], "fg\nbg", 5)
            #expect(try rig.isReady() == true)
            #expect(try rig.lines() == [Self.said(.foreground)])
            close(ends[1])
            #expect(try rig.isReady() == true)
            #expect(try rig.lines() == [Self.said(.background)])
            #expect(try rig.isReady() == false)
            #expect(fcntl(0, F_GETFL) & O_NONBLOCK == 0)
        }
    }
}
