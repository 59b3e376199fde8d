import Glibc
import System
import Testing

@testable import Bridge

extension FocusPipeTests {
    /// Checks that a path is refused, and that what is there is left as it is.
    private static func expectRefusal(
        _ path: FilePath,
        isDefault: Bool = false,
        because reason: String,
        _ sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let before = try status(of: path)
        let error = try refusal(sourceLocation) { _ = try open(path, isDefault: isDefault) }
        let message = "cannot use \(path) for focus: it is \(reason)"
        #expect(error.message == message, sourceLocation: sourceLocation)
        #expect(error.status == .failure, sourceLocation: sourceLocation)
        let after = try status(of: path)
        #expect(after.st_ino == before.st_ino, sourceLocation: sourceLocation)
        #expect(after.st_mode == before.st_mode, sourceLocation: sourceLocation)
        #expect(after.st_uid == before.st_uid, sourceLocation: sourceLocation)
    }

    private static var account: String { geteuid() == 0 ? "root" : Account.userName(geteuid()) }

    @Test(arguments: [false, true])
    func `what is no FIFO is refused`(isDefault: Bool) throws {
        try withFolder { folder in
            let (fifo, link) = (folder.appending("fifo"), folder.appending("link"))
            let dangling = folder.appending("dangling")
            try makeFIFO(fifo)
            try #require(symlink("fifo", link.description) == 0)
            try #require(symlink("missing", dangling.description) == 0)
            for path in [link, dangling] {
                try Self.expectRefusal(path, isDefault: isDefault, because: "a symbolic link")
            }
            for path in [folder, FilePath("/dev/null")] {
                try Self.expectRefusal(path, isDefault: isDefault, because: "not a FIFO")
            }
        }
    }

    @Test func `a file at a path that the user named is refused, whatever is in it`() throws {
        try withFolder { folder in
            let path = folder.appending("file")
            try make(path, "foreground\n")
            try Self.expectRefusal(path, because: "not a FIFO")
            #expect(try text(of: path) == "foreground\n")
        }
    }

    @Test(arguments: [0o602, 0o666, 0o622] as [UInt32], [false, true])
    func `a FIFO that others may write to is refused`(mode: UInt32, isDefault: Bool) throws {
        try withFolder { folder in
            let path = folder.appending("fifo")
            try makeFIFO(path, mode)
            let octal = String(mode, radix: 8)
            let reason = "writable by others (owner \(Self.account), mode 0\(octal))"
            try Self.expectRefusal(path, isDefault: isDefault, because: reason)
        }
    }

    @Test(.enabled(if: geteuid() == 0)) func `a FIFO of another user is refused`() throws {
        try withFolder { folder in
            let path = folder.appending("fifo")
            try makeFIFO(path)
            try #require(chown(path.description, otherUser, otherUser) == 0)
            let reason = "another user's (owner \(otherUser), mode 0600)"
            try Self.expectRefusal(path, because: reason)
        }
    }

    @Test(.enabled(if: geteuid() == 0)) func `a FIFO of root is good for everyone`() async {
        await #expect(processExitsWith: .success) {
            try withFolder { folder in
                try #require(chmod(folder.description, 0o755) == 0)
                let path = folder.appending("fifo")
                try makeFIFO(path, 0o644)
                try #require(seteuid(otherUser) == 0)
                let pipe = try Self.open(path, mode: 0o620)
                try #require(seteuid(0) == 0)
                #expect(try mode(of: path) == 0o644)
                _ = pipe.identity
            }
        }
    }

    @Test func `a refusal does not set a waiting writer free, and opening does`() async {
        await #expect(processExitsWith: .success) {
            try withFolder { folder in
                let path = folder.appending("fifo")
                try makeFIFO(path)
                let writer = BlockedWriter(path, line: "fg")
                try #require(chmod(path.description, 0o602) == 0)
                _ = try refusal { _ = try Self.open(path) }
                #expect(writer.isWaiting)
                try #require(chmod(path.description, 0o600) == 0)
                var pipe = try Self.open(path)
                writer.waitUntilDone()
                var buffer = [UInt8](repeating: 0, count: 9)
                let count = try pipe.read(into: &buffer)
                #expect(count == 2)
            }
        }
    }

    @Test func `a file left at the default path is replaced unread, with a warning`() async throws {
        let result = await #expect(
            processExitsWith: .success,
            observing: [\.standardErrorContent]
        ) {
            try withFolder { folder in
                let path = folder.appending("focus")
                try make(path, "foreground\n")
                var pipe = try Self.open(path, isDefault: true)
                #expect(try status(of: path).st_mode & S_IFMT == S_IFIFO)
                #expect(try mode(of: path) == 0o600)
                var buffer = [UInt8](repeating: 0, count: 9)
                let count = try pipe.read(into: &buffer)
                #expect(count == 0)
            }
        }
        let said = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(said.contains("/focus was a regular file"))
        #expect(said.split(separator: "\n").count == 1)
    }

    @Test(.enabled(if: geteuid() == 0))
    func `another user's file at the default path is refused`() throws {
        try withFolder { folder in
            let path = folder.appending("focus")
            try make(path, "text")
            try #require(chown(path.description, otherUser, otherUser) == 0)
            try Self.expectRefusal(path, isDefault: true, because: "not a FIFO")
            #expect(try text(of: path) == "text")
        }
    }

    @Test(arguments: [false, true])
    func `standard output is not read back`(isDefault: Bool) async {
        await #expect(processExitsWith: .success) { [isDefault] in
            try withFolder { folder in
                let path = folder.appending("fifo")
                try makeFIFO(path)
                try withRedirection(to: Glibc.open(path.description, O_RDWR)) {
                    let reason = "standard output itself"
                    try Self.expectRefusal(path, isDefault: isDefault, because: reason)
                }
            }
        }
    }

    @Test func `where no FIFO can be made the reason is told`() throws {
        try withFolder { folder in
            let path = folder.appending("missing").appending("fifo")
            let error = try refusal { _ = try Self.open(path) }
            #expect(
                error.message == "cannot make the focus FIFO \(path): No such file or directory"
            )
            #expect(error.status == .failure)
        }
    }

    @Test func `one that was made and cannot be read does not stay`() async {
        await #expect(processExitsWith: .success) {
            try withFolder { folder in
                try #require(chmod(folder.description, 0o777) == 0)
                let path = folder.appending("fifo")
                let isRoot = geteuid() == 0
                if isRoot { try #require(seteuid(otherUser) == 0) }
                let error = try refusal { _ = try Self.open(path, mode: 0o220) }
                if isRoot { try #require(seteuid(0) == 0) }
                #expect(error.status == .permissionDenied)
                #expect(!exists(path))
            }
        }
    }

    @Test func `a bridge that is refused leaves the other one's mode alone`() throws {
        try withFolder { folder in
            let path = folder.appending("fifo")
            let first = try Self.open(path)
            let error = try refusal { _ = try Self.open(path, mode: 0o620) }
            #expect(error.status == .alreadyRunning)
            let found = try mode(of: path)
            #expect(found == 0o600)
            _ = first.identity
        }
    }
}
