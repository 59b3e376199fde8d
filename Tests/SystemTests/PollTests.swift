import Glibc
import Testing

@testable import System

struct PollTests {
    /// A FIFO with both ends open.
    private struct Ends: ~Copyable {
        let reader: FileDescriptor
        let writer: FileDescriptor

        init(in folder: FilePath, _ name: String) throws {
            let fifo = folder.appending(name)
            try #require(mkfifo(fifo.characters, 0o600) == 0)
            let reader = try FileDescriptor.open(fifo, .readOnly, options: .nonBlocking)
            writer = try FileDescriptor.open(fifo, .writeOnly, options: .nonBlocking)
            self.reader = reader
        }

        func fill() throws {
            let block = [UInt8](repeating: 0, count: 4_096)
            while errno(of: { _ = try writer.write(block) }) == nil {}
        }
    }

    @Test func `only the slot whose descriptor is ready says so`() throws {
        try withFolder { folder in
            let first = try Ends(in: folder, "first")
            let second = try Ends(in: folder, "second")
            var poll = Poll(slotCount: 4)
            poll.watch(1, first.reader, for: .readable)
            poll.watch(2, second.reader, for: .readable)
            #expect(try second.writer.write([1]) == 1)
            try poll.wait(milliseconds: nil)
            #expect((0..<4).map { poll[$0] } == [[], [], .readable, []])
            #expect(try first.writer.write([1]) == 1)
            try poll.wait(milliseconds: 0)
            #expect((0..<4).map { poll[$0] } == [[], .readable, .readable, []])
            var byte: [UInt8] = [0]
            _ = try second.reader.read(into: &byte)
            try poll.wait(milliseconds: 0)
            #expect((0..<4).map { poll[$0] } == [[], .readable, [], []])
        }
    }

    @Test func `a slot that is ignored, or watches anew, has forgotten what it saw`() throws {
        try withFolder { folder in
            let ends = try Ends(in: folder, "fifo")
            _ = try ends.writer.write([1])
            var poll = Poll(slotCount: 1)
            poll.watch(0, ends.reader, for: .readable)
            try poll.wait(milliseconds: nil)
            #expect(poll[0] == .readable)
            poll.ignore(0)
            #expect(poll[0] == [])
            try poll.wait(milliseconds: 0)
            #expect(poll[0] == [])
            poll.watch(0, ends.reader, for: .readable)
            #expect(poll[0] == [])
        }
    }

    @Test func `nothing is seen of what nobody asks for`() throws {
        try withFolder { folder in
            let ends = try Ends(in: folder, "fifo")
            _ = try ends.writer.write([1])
            #expect(try ends.reader.pollNow(for: .writable) == [])
            #expect(try ends.reader.pollNow(for: [.readable, .writable]) == .readable)
            #expect(try ends.writer.pollNow(for: []) == [])
        }
    }

    @Test func `a FIFO is writable until it is full`() throws {
        try withFolder { folder in
            let ends = try Ends(in: folder, "fifo")
            #expect(try ends.writer.pollNow(for: .writable) == .writable)
            try ends.fill()
            #expect(try ends.writer.pollNow(for: .writable) == [])
        }
    }

    @Test func `each side hears without asking that the other one is gone`() async {
        await #expect(processExitsWith: .success) {
            try withFolder { folder in
                let fifo = folder.appending("fifo")
                try #require(mkfifo(fifo.characters, 0o600) == 0)
                let reader = try FileDescriptor.open(fifo, .readOnly, options: .nonBlocking)
                let writer = try FileDescriptor.open(fifo, .writeOnly)
                var poll = Poll(slotCount: 2)
                poll.watch(0, reader, for: [])
                poll.watch(1, writer, for: [])
                try poll.wait(milliseconds: 0)
                #expect(poll[0] == [] && poll[1] == [])
                try reader.close()
                poll.ignore(0)
                try poll.wait(milliseconds: nil)
                #expect(poll[1] == .error)
                #expect(!poll[1].isDisjoint(with: .gone))
                let second = try FileDescriptor.open(fifo, .readOnly, options: .nonBlocking)
                try writer.close()
                poll.ignore(1)
                poll.watch(0, second, for: [])
                try poll.wait(milliseconds: nil)
                #expect(poll[0] == .hangUp)
                #expect(!poll[0].isDisjoint(with: .gone))
            }
        }
    }

    @Test func `a descriptor that is not open is gone too`() throws {
        let none = FileDescriptor(owning: 999_999)
        #expect(try none.pollNow(for: .readable) == .invalid)
        #expect(PollEvents.gone.contains(.invalid))
        #expect(PollEvents.gone.isDisjoint(with: [.readable, .writable]))
    }

    @Test func `a wait ends after its milliseconds, and not before`() throws {
        var poll = Poll(slotCount: 1)
        let start = Clock.monotonicMicroseconds
        try poll.wait(milliseconds: 20)
        #expect(Clock.monotonicMicroseconds - start >= 20_000)
        #expect(poll[0] == [])
    }
}
