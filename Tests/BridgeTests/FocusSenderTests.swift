import Glibc
import ProximityCore
import System
import Testing

@testable import Bridge

struct FocusSenderTests {
    private static let message = FocusMessage(
        word: .foreground,
        stamp: Timestamp(microseconds: 12_000_034)
    )

    private static func send(to path: FilePath) throws(BridgeError) -> FocusSender.Outcome {
        try FocusSender(path).send(message)
    }

    @Test func `a message that is taken stands in the FIFO as one stamped line`() throws {
        try withFolder { folder in
            let fifo = folder.appending("fifo")
            try makeFIFO(fifo)
            let reader = try FileDescriptor.open(fifo, .readOnly, options: .nonBlocking)
            let link = folder.appending("link")
            try #require(symlink("fifo", link.description) == 0)
            #expect(try Self.send(to: fifo) == .taken)
            #expect(try Self.send(to: link) == .taken)
            var buffer = [UInt8](repeating: 0, count: 99)
            let count = try reader.read(into: &buffer)
            let line = "foreground 12.000034\n"
            #expect(String(decoding: buffer.prefix(count), as: UTF8.self) == line + line)
        }
    }

    @Test func `a full FIFO takes nothing, not even a part`() throws {
        try withFolder { folder in
            let fifo = folder.appending("fifo")
            try makeFIFO(fifo)
            let reader = try FileDescriptor.open(fifo, .readOnly, options: .nonBlocking)
            let writer = try FileDescriptor.open(fifo, .writeOnly, options: .nonBlocking)
            var written = 0
            for size in [4_096, 7] {
                let block = [UInt8](repeating: 0, count: size)
                while let count = try? writer.write(block) { written += count }
            }
            #expect(try Self.send(to: fifo) == .full)
            var buffer = [UInt8](repeating: 0, count: written + 99)
            #expect(try reader.read(into: &buffer) == written)
            #expect(try Self.send(to: fifo) == .taken)
        }
    }

    @Test func `without a reader, or without a FIFO, nobody is waited for`() async {
        await #expect(processExitsWith: .success) {
            try withFolder { folder in
                let fifo = folder.appending("fifo")
                #expect(try Self.send(to: fifo) == .noReader)
                try makeFIFO(fifo)
                #expect(try Self.send(to: fifo) == .noReader)
                let reader = try FileDescriptor.open(fifo, .readOnly, options: .nonBlocking)
                #expect(try Self.send(to: fifo) == .taken)
                try reader.close()
                #expect(try Self.send(to: fifo) == .noReader)
            }
        }
    }

    @Test func `nothing but a FIFO is ever written to`() throws {
        try withFolder { folder in
            let file = folder.appending("file")
            try make(file, "text")
            let link = folder.appending("link")
            try #require(symlink("file", link.description) == 0)
            for path in [file, link, folder, FilePath("/dev/null")] {
                let error = try refusal { _ = try Self.send(to: path) }
                #expect(error.message == "cannot write to \(path): it is not a FIFO")
                #expect(error.status == .failure)
            }
            #expect(try text(of: file) == "text")
        }
    }

    @Test func `a FIFO that this user may not write to has a status of its own`() async {
        await #expect(processExitsWith: .success) {
            try withFolder { folder in
                let fifo = folder.appending("fifo")
                try #require(chmod(folder.description, 0o755) == 0)
                try makeFIFO(fifo, 0o444)
                let reader = try FileDescriptor.open(fifo, .readOnly, options: .nonBlocking)
                let isRoot = geteuid() == 0
                if isRoot { try #require(seteuid(otherUser) == 0) }
                let error = try refusal { _ = try Self.send(to: fifo) }
                if isRoot { try #require(seteuid(0) == 0) }
                #expect(error.message == "cannot write to \(fifo): Permission denied")
                #expect(error.status == .permissionDenied)
                _ = reader.rawValue
            }
        }
    }
}
