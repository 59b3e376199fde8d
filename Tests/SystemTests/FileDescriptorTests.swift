import Glibc
import Testing

@testable import System

struct FileDescriptorTests {
    @Test func `opening fails with the kernel's reason`() throws {
        try withFolder { folder in
            let file = folder.appending("file")
            let link = folder.appending("link")
            try make(file)
            try #require(symlink(file.characters, link.characters) == 0)
            let cases: [(FilePath, FileDescriptor.OpenOptions, Errno)] = [
                (folder.appending("missing"), [], .noSuchFileOrDirectory),
                (file.appending("below"), [], .notDirectory),
                (link, .noFollow, .tooManySymbolicLinkLevels),
                (file, [.create, .exclusive], .fileExists),
                (link, [.create, .exclusive], .fileExists),
                (FilePath(""), [], .noSuchFileOrDirectory),
            ]
            for (path, options, wanted) in cases {
                let error = errno { _ = try FileDescriptor.open(path, .readOnly, options: options) }
                #expect(error == wanted, "\(path) \(options)")
            }
        }
    }

    @Test func `nothing opened survives an exec`() throws {
        try withFolder { folder in
            let file = folder.appending("file")
            try make(file)
            let opened = try FileDescriptor.open(file, .readOnly)
            let reopened = try opened.reopen(.readOnly)
            let looked = try FileDescriptor.open(file, .path)
            for number in [opened.rawValue, reopened.rawValue, looked.rawValue] {
                #expect(fcntl(number, F_GETFD) & FD_CLOEXEC != 0)
            }
        }
    }

    @Test func `the modes and options are those of open(2)`() throws {
        try withFolder { folder in
            let file = folder.appending("file")
            try make(file)
            let modes: [(FileDescriptor.AccessMode, Int32)] = [
                (.readOnly, O_RDONLY), (.writeOnly, O_WRONLY), (.readWrite, O_RDWR),
            ]
            for (mode, flag) in modes {
                let plain = try FileDescriptor.open(file, mode)
                #expect(fcntl(plain.rawValue, F_GETFL) & (O_ACCMODE | O_NONBLOCK) == flag)
                let waitless = try FileDescriptor.open(file, mode, options: .nonBlocking)
                #expect(fcntl(waitless.rawValue, F_GETFL) & O_NONBLOCK != 0)
            }
        }
    }

    @Test func `a descriptor is closed when its owner goes, and by close`() async {
        await #expect(processExitsWith: .success) {
            try withFolder { folder in
                let fifo = folder.appending("fifo")
                try #require(mkfifo(fifo.characters, 0o600) == 0)
                let reader = try FileDescriptor.open(fifo, .readOnly, options: .nonBlocking)
                func seen() throws -> PollEvents { try reader.pollNow(for: .readable) }
                do {
                    let writer = try FileDescriptor.open(fifo, .writeOnly)
                    #expect(try seen() == [])
                    _ = writer.rawValue
                }
                #expect(try seen() == .hangUp)
                let writer = try FileDescriptor.open(fifo, .writeOnly)
                #expect(try seen() == [])
                try writer.close()
                #expect(try seen() == .hangUp)
            }
        }
    }

    @Test func `closing tells of an error`() {
        #expect(errno { try FileDescriptor(owning: 999_999).close() } == Errno(rawValue: EBADF))
    }

    @Test func `what was inherited stays open when its owner goes`() async {
        await #expect(processExitsWith: .success) {
            do {
                let three = (
                    FileDescriptor.standardInput.rawValue,
                    FileDescriptor.standardOutput.rawValue,
                    FileDescriptor.standardError.rawValue
                )
                #expect(three == (0, 1, 2))
            }
            for number in 0...2 as ClosedRange<Int32> { #expect(fcntl(number, F_GETFD) != -1) }
        }
    }

    @Test func `a FIFO opened again has a description of its own`() throws {
        try withFolder { folder in
            let fifo = folder.appending("fifo")
            try #require(mkfifo(fifo.characters, 0o600) == 0)
            let first = try FileDescriptor.open(fifo, .readOnly, options: .nonBlocking)
            let writer = try FileDescriptor.open(fifo, .writeOnly)
            let second = try first.reopen(.readOnly)
            #expect(fcntl(first.rawValue, F_GETFL) & O_NONBLOCK != 0)
            #expect(fcntl(second.rawValue, F_GETFL) & O_NONBLOCK == 0)
            #expect(try writer.write([1, 2]) == 2)
            var byte: [UInt8] = [0]
            #expect(try first.read(into: &byte) == 1 && byte == [1])
            #expect(try second.read(into: &byte) == 1 && byte == [2])
        }
    }

    @Test func `the file opened again is the same one, wherever its path leads by now`() throws {
        try withFolder { folder in
            let file = folder.appending("file")
            try make(file, "old")
            let looked = try FileDescriptor.open(file, .path)
            try #require(unlink(file.characters) == 0)
            try make(file, "new")
            let reopened = try looked.reopen(.readOnly)
            var buffer = [UInt8](repeating: 0, count: 9)
            let count = try reopened.read(into: &buffer)
            #expect(buffer.prefix(count) == Array("old".utf8)[...])
        }
    }

    @Test func `looking at a FIFO does not make a reader of it`() throws {
        try withFolder { folder in
            let fifo = folder.appending("fifo")
            try #require(mkfifo(fifo.characters, 0o600) == 0)
            let looked = try FileDescriptor.open(fifo, .path)
            let error = errno {
                _ = try FileDescriptor.open(fifo, .writeOnly, options: .nonBlocking)
            }
            #expect(error == .noSuchAddressOrDevice)
            var byte: [UInt8] = [0]
            let number = looked.rawValue
            #expect(read(number, &byte, 1) == -1 && Glibc.errno == EBADF)
        }
    }

    @Test func `reading and writing go on where they stood, or at a place`() throws {
        try withFolder { folder in
            let path = folder.appending("file")
            let file = try FileDescriptor.open(
                path,
                .readWrite,
                options: .create,
                permissions: 0o600
            )
            #expect(try file.write(Array("abcdef".utf8)) == 6)
            #expect(try file.write(Array("xyz".utf8), from: 2) == 1)
            #expect(try file.write(Array("xyz".utf8), from: 3) == 0)
            #expect(try file.write(Array("BC".utf8), at: 1) == 2)
            var buffer = [UInt8](repeating: 0, count: 4)
            #expect(try file.read(into: &buffer) == 0)
            #expect(try file.read(at: 0, into: &buffer) == 4)
            #expect(buffer == Array("aBCd".utf8))
            #expect(try file.read(at: 5, into: &buffer) == 2)
            #expect(buffer.prefix(2) == Array("fz".utf8)[...])
            #expect(try file.read(at: 7, into: &buffer) == 0)
        }
    }

    @Test func `mode bits can be had whatever the umask`() async {
        await #expect(processExitsWith: .success) {
            umask(0o077)
            try withFolder { folder in
                let path = folder.appending("file")
                let file = try FileDescriptor.open(
                    path,
                    .writeOnly,
                    options: .create,
                    permissions: 0o666
                )
                #expect(try mode(of: path) == 0o600)
                try file.setPermissions(0o644)
                #expect(try mode(of: path) == 0o644)
            }
        }
    }

    @Test func `reserved room makes a file as long, and keeps what is in it`() throws {
        try withFolder { folder in
            let path = folder.appending("file")
            try make(path, "text")
            let file = try FileDescriptor.open(path, .readWrite)
            try file.reserve(8_192)
            #expect(try status(of: path).st_size == 8_192)
            #expect(try FileSystem.contents(of: path).prefix(5) == Array("text\0".utf8)[...])
            let reader = try FileDescriptor.open(path, .readOnly)
            #expect(errno { try reader.reserve(16_384) } == Errno(rawValue: EBADF))
        }
    }

    @Test func `a terminal is opened anew not to wait, and nothing else is`() throws {
        let master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        var (lock, number): (Int32, Int32) = (0, 0)
        try #require(ioctl(master, 0x4004_5431, &lock) == 0)  // TIOCSPTLCK
        try #require(ioctl(master, 0x8004_5430, &number) == 0)  // TIOCGPTN
        let terminal = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY | O_CLOEXEC)
        let own = FileDescriptor(owning: dup(terminal)).unshared()
        #expect(fcntl(own.rawValue, F_GETFL) & (O_ACCMODE | O_NONBLOCK) == O_WRONLY | O_NONBLOCK)
        #expect(fcntl(terminal, F_GETFL) & O_NONBLOCK == 0)
        #expect(try FileStatus.of(own).kind == .characterDevice)
        close(terminal)
        close(master)
        let null = try FileDescriptor.open(FilePath("/dev/null"), .writeOnly)
        let before = null.rawValue
        let same = null.unshared()
        #expect(same.rawValue == before)
        #expect(fcntl(before, F_GETFL) & O_NONBLOCK == 0)
    }
}
