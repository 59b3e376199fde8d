import Glibc
import Testing

@testable import System

struct FileSystemTests {
    @Test func `folders and FIFOs get exactly their mode, and the umask stays`() async {
        await #expect(processExitsWith: .success) {
            for mask in [0o000, 0o022, 0o077, 0o777] as [UInt32] {
                umask(mask)
                for permissions in [0o600, 0o620, 0o700, 0o755] as [UInt32] {
                    // The folder itself has to let its owner in.
                    umask(0)
                    try withFolder { folder in
                        umask(mask)
                        let (made, fifo) = (folder.appending("made"), folder.appending("fifo"))
                        try FileSystem.makeDirectory(made, permissions: permissions)
                        try FileSystem.makeFIFO(fifo, permissions: permissions)
                        #expect(try mode(of: made) == permissions)
                        #expect(try mode(of: fifo) == permissions)
                        #expect(try status(of: made).st_mode & S_IFMT == S_IFDIR)
                        #expect(try status(of: fifo).st_mode & S_IFMT == S_IFIFO)
                        #expect(umask(mask) == mask)
                    }
                }
            }
        }
    }

    @Test func `the umask stays where making fails`() async {
        await #expect(processExitsWith: .success) {
            try withFolder { folder in
                umask(0o027)
                let made = errno { try FileSystem.makeDirectory(folder, permissions: 0o700) }
                #expect(made == .fileExists)
                let fifo = errno { try FileSystem.makeFIFO(folder, permissions: 0o600) }
                #expect(fifo == .fileExists)
                let missing = folder.appending("missing").appending("fifo")
                let below = errno { try FileSystem.makeFIFO(missing, permissions: 0o600) }
                #expect(below == .noSuchFileOrDirectory)
                #expect(umask(0) == 0o027)
            }
        }
    }

    @Test func `asking for the umask leaves it`() async {
        await #expect(processExitsWith: .success) {
            umask(0o137)
            #expect(FileSystem.mask == 0o137)
            #expect(FileSystem.mask == 0o137)
            #expect(umask(0) == 0o137)
        }
    }

    @Test func `mode bits are set whatever they were`() throws {
        try withFolder { folder in
            let file = folder.appending("file")
            try make(file)
            for permissions in [0o000, 0o666, 0o4711] as [UInt32] {
                try FileSystem.setPermissions(permissions, of: file)
                #expect(try mode(of: file) == permissions)
            }
            let missing = folder.appending("missing")
            let error = errno { try FileSystem.setPermissions(0o600, of: missing) }
            #expect(error == .noSuchFileOrDirectory)
        }
    }

    @Test func `renaming puts one file in the place of another`() throws {
        try withFolder { folder in
            let (source, target) = (folder.appending("source"), folder.appending("target"))
            try make(source, "new")
            try make(target, "old")
            try FileSystem.rename(source, to: target)
            #expect(try FileSystem.contents(of: target) == Array("new".utf8))
            #expect(try FileSystem.names(in: folder) == ["target"])
            let again = errno { try FileSystem.rename(source, to: target) }
            #expect(again == .noSuchFileOrDirectory)
            let taken = folder.appending("folder")
            try #require(mkdir(taken.characters, 0o700) == 0)
            let over = errno { try FileSystem.rename(target, to: taken) }
            #expect(over == Errno(rawValue: EISDIR))
            #expect(try FileSystem.contents(of: target) == Array("new".utf8))
        }
    }

    @Test func `removing takes a link itself, and no folder`() throws {
        try withFolder { folder in
            let (file, link) = (folder.appending("file"), folder.appending("link"))
            try make(file)
            try #require(symlink("file", link.characters) == 0)
            try FileSystem.remove(link)
            #expect(try FileSystem.names(in: folder) == ["file"])
            #expect(errno { try FileSystem.remove(link) } == .noSuchFileOrDirectory)
            #expect(errno { try FileSystem.remove(folder) } == Errno(rawValue: EISDIR))
        }
    }

    @Test func `a link is read byte for byte, wherever it leads`() throws {
        try withFolder { folder in
            let targets: [[UInt8]] = [
                Array("missing".utf8), [0x2F, 0xFF, 0xFE], Array(repeating: 0x61, count: 4_000),
            ]
            for (number, target) in targets.enumerated() {
                let link = folder.appending("link\(number)")
                try #require(symlink(FilePath(bytes: target).characters, link.characters) == 0)
                #expect(try FileSystem.destination(ofLink: link).bytes == target)
            }
            #expect(errno { _ = try FileSystem.destination(ofLink: folder) } == .invalidArgument)
        }
    }

    @Test func `a folder's names are all there but its own and its parent's`() throws {
        try withFolder { folder in
            #expect(try FileSystem.names(in: folder) == [])
            let long = String(repeating: "n", count: 255)
            let names = [".hidden", "...", "a b", "caf\u{E9}", long]
            for name in names { try make(folder.appending(name)) }
            #expect(try FileSystem.names(in: folder).sorted() == names.sorted())
            let file = folder.appending("a b")
            #expect(errno { _ = try FileSystem.names(in: file) } == .notDirectory)
            let missing = folder.appending("missing")
            #expect(errno { _ = try FileSystem.names(in: missing) } == .noSuchFileOrDirectory)
        }
    }

    @Test func `a small file is read whole, and of a large one its start`() throws {
        try withFolder { folder in
            let file = folder.appending("file")
            for (length, count) in [(0, 0), (1, 1), (4_096, 4_096), (5_000, 4_096)] {
                try make(file, String(repeating: "x", count: length))
                #expect(try FileSystem.contents(of: file).count == count)
            }
            #expect(errno { _ = try FileSystem.contents(of: folder) } == Errno(rawValue: EISDIR))
        }
    }
}
