import Glibc
import Testing

@testable import System

struct FileStatusTests {
    @Test func `each kind of file is told apart`() throws {
        try withFolder { folder in
            let file = folder.appending("file")
            let link = folder.appending("link")
            let fifo = folder.appending("fifo")
            let socketPath = folder.appending("socket")
            try make(file)
            try #require(symlink("file", link.characters) == 0)
            try #require(mkfifo(fifo.characters, 0o600) == 0)
            let socket = try makeSocket(at: socketPath)
            let kinds: [(FilePath, FileStatus.Kind)] = [
                (file, .regular), (folder, .directory), (link, .symbolicLink), (fifo, .fifo),
                (socketPath, .socket), (FilePath("/dev/null"), .characterDevice),
            ]
            for (path, kind) in kinds {
                #expect(try FileStatus.of(path, followingLinks: false).kind == kind, "\(path)")
            }
            #expect(try FileStatus.of(link).kind == .regular)
            let opened = try FileDescriptor.open(link, .path, options: .noFollow)
            #expect(try FileStatus.of(opened).kind == .symbolicLink)
            #expect(try FileStatus.of(socket).kind == .socket)
        }
    }

    @Test func `owner, group and all twelve mode bits are told`() throws {
        try withFolder { folder in
            let file = folder.appending("file")
            try make(file)
            for permissions in [0o0, 0o640, 0o4755, 0o1777] as [UInt32] {
                try #require(chmod(file.characters, permissions) == 0)
                let found = try FileStatus.of(file)
                #expect(found.permissions == permissions)
                #expect(found.owner == geteuid())
                #expect(try found.group == status(of: file).st_gid)
            }
        }
    }

    @Test(.enabled(if: geteuid() == 0)) func `another owner is told`() throws {
        try withFolder { folder in
            let file = folder.appending("file")
            try make(file)
            try #require(chown(file.characters, 12_345, 23_456) == 0)
            let found = try FileStatus.of(file)
            #expect(found.owner == 12_345)
            #expect(found.group == 23_456)
        }
    }

    @Test func `the numbers of a device are told`() throws {
        let null = try FileStatus.of(FilePath("/dev/null"))
        #expect(null.device.major == 1 && null.device.minor == 3)
        let full = try FileStatus.of(FilePath("/dev/full"))
        #expect(full.device.major == 1 && full.device.minor == 7)
    }

    @Test func `an identity is the file's own, not its path's`() throws {
        try withFolder { folder in
            let (file, second) = (folder.appending("file"), folder.appending("second"))
            try make(file)
            try #require(Glibc.link(file.characters, second.characters) == 0)
            let opened = try FileDescriptor.open(file, .readOnly)
            let identity = try FileStatus.of(file).identity
            #expect(try FileStatus.of(second).identity == identity)
            #expect(try FileStatus.of(opened).identity == identity)
            #expect(try FileStatus.of(folder).identity != identity)
            try #require(unlink(file.characters) == 0)
            try make(file)
            #expect(try FileStatus.of(file).identity != identity)
            #expect(try FileStatus.of(opened).identity == identity)
        }
    }

    @Test func `what cannot be looked at is an error`() throws {
        try withFolder { folder in
            let link = folder.appending("link")
            try #require(symlink("missing", link.characters) == 0)
            #expect(errno { _ = try FileStatus.of(link) } == .noSuchFileOrDirectory)
            #expect(try FileStatus.of(link, followingLinks: false).kind == .symbolicLink)
            let below = link.appending("below")
            #expect(errno { _ = try FileStatus.of(below) } == .noSuchFileOrDirectory)
            let gone = FileDescriptor(owning: 999_999)
            #expect(errno { _ = try FileStatus.of(gone) } == Errno(rawValue: EBADF))
        }
    }

    private func makeSocket(at path: FilePath) throws -> FileDescriptor {
        let socket = FileDescriptor(owning: socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0))
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.bytes) }
        let number = socket.rawValue
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(number, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try #require(result == 0)
        return socket
    }
}
