import Glibc
import System
import Testing

@testable import Bridge

struct FocusPipeTests {
    static func open(
        _ path: FilePath,
        isDefault: Bool = false,
        mode: UInt32? = nil
    ) throws(BridgeError) -> FocusPipe {
        var diagnostics = Diagnostics()
        return try FocusPipe.open(path, isDefault: isDefault, mode: mode, &diagnostics)
    }

    /// What a nonblocking writer is told: nothing if somebody reads the FIFO.
    static func writerError(_ path: FilePath) -> Errno? {
        do throws(Errno) {
            _ = try FileDescriptor.open(path, .writeOnly, options: .nonBlocking)
            return nil
        } catch {
            return error
        }
    }

    @Test func `it is made with the mode that is asked for, whatever the umask`() async {
        await #expect(processExitsWith: .success) {
            for mask in [0o000, 0o077, 0o777] as [UInt32] {
                for (asked, wanted) in [(nil, 0o600), (0o620, 0o620)] as [(UInt32?, UInt32)] {
                    umask(0)
                    try withFolder { folder in
                        umask(mask)
                        let path = folder.appending("fifo")
                        let pipe = try Self.open(path, mode: asked)
                        #expect(try mode(of: path) == wanted)
                        #expect(try status(of: path).st_mode & S_IFMT == S_IFIFO)
                        #expect(umask(mask) == mask)
                        _ = pipe.identity
                    }
                }
            }
        }
    }

    @Test func `one that is there is reused as it is, and stays`() throws {
        try withFolder { folder in
            let path = folder.appending("fifo")
            try makeFIFO(path, 0o640)
            let before = try status(of: path)
            do {
                let pipe = try Self.open(path)
                #expect(Self.writerError(path) == nil)
                _ = pipe.identity
            }
            let after = try status(of: path)
            #expect(after.st_ino == before.st_ino && after.st_mode == before.st_mode)
        }
    }

    @Test func `one of this user that is reused gets the mode that is asked for`() throws {
        try withFolder { folder in
            let path = folder.appending("fifo")
            try makeFIFO(path, 0o600)
            let before = try status(of: path)
            let pipe = try Self.open(path, mode: 0o620)
            #expect(try mode(of: path) == 0o620)
            #expect(try status(of: path).st_ino == before.st_ino)
            _ = pipe.identity
        }
    }

    @Test(arguments: [(true, true), (true, false), (false, true), (false, false)])
    func `it is removed at the end if this run made it, at the default path always`(
        isDefault: Bool,
        isThere: Bool
    ) throws {
        try withFolder { folder in
            let path = folder.appending("fifo")
            if isThere { try makeFIFO(path) }
            do {
                let pipe = try Self.open(path, isDefault: isDefault)
                #expect(exists(path))
                _ = pipe.identity
            }
            #expect(exists(path) == (isThere && !isDefault))
        }
    }

    @Test(arguments: ["a FIFO", "a file", "a link to it"])
    func `what somebody put in its place is not removed`(replacement: String) throws {
        try withFolder { folder in
            let (path, moved) = (folder.appending("fifo"), folder.appending("moved"))
            do {
                let pipe = try Self.open(path, isDefault: true)
                try FileSystem.rename(path, to: moved)
                switch replacement {
                case "a FIFO": try makeFIFO(path)
                case "a file": try make(path)
                default: try #require(symlink("moved", path.description) == 0)
                }
                _ = pipe.identity
            }
            #expect(try names(in: folder) == ["fifo", "moved"])
        }
    }

    @Test func `two bridges do not read one FIFO`() async {
        await #expect(processExitsWith: .success) {
            try withFolder { folder in
                let path = folder.appending("fifo")
                do {
                    var first = try Self.open(path)
                    let error = try refusal { _ = try Self.open(path) }
                    #expect(error.status == .alreadyRunning)
                    #expect(error.message == "another bridge reads the focus FIFO \(path)")
                    #expect(exists(path))
                    let writer = try FileDescriptor.open(path, .writeOnly, options: .nonBlocking)
                    _ = try writer.write([7])
                    var buffer = [UInt8](repeating: 0, count: 9)
                    let count = try first.read(into: &buffer)
                    #expect(count == 1 && buffer[0] == 7)
                }
                let next = try Self.open(path)
                _ = next.identity
            }
        }
    }

    @Test func `the lock stays while read ends come and go`() async {
        await #expect(processExitsWith: .success) {
            try withFolder { folder in
                let path = folder.appending("fifo")
                var pipe = try Self.open(path)
                var buffer = [UInt8](repeating: 0, count: 9)
                for _ in 0..<5 {
                    try FileDescriptor.open(path, .writeOnly, options: .nonBlocking).close()
                    let count = try pipe.read(into: &buffer)
                    #expect(count == 0)
                    let error = try refusal { _ = try Self.open(path) }
                    #expect(error.status == .alreadyRunning)
                }
                let open = try names(in: FilePath("/proc/self/fd")).count
                let last = try pipe.read(into: &buffer)
                #expect(last == 0)
                #expect(try names(in: FilePath("/proc/self/fd")).count == open)
            }
        }
    }

    @Test func `a read tells bytes, an idle writer and the last writer's end apart`() async {
        await #expect(processExitsWith: .success) {
            try withFolder { folder in
                let path = folder.appending("fifo")
                var pipe = try Self.open(path)
                var buffer = [UInt8](repeating: 0, count: 9)
                let writer = try FileDescriptor.open(path, .writeOnly, options: .nonBlocking)
                var count = try pipe.read(into: &buffer)
                #expect(count == nil)
                _ = try writer.write([1, 2, 3])
                count = try pipe.read(into: &buffer)
                #expect(count == 3)
                count = try pipe.read(into: &buffer)
                #expect(count == nil)
                _ = try writer.write([4])
                try writer.close()
                count = try pipe.read(into: &buffer)
                #expect(count == 1)
                count = try pipe.read(into: &buffer)
                #expect(count == 0)
            }
        }
    }
}
