import Glibc
import Testing

@testable import System

struct PathWatchTests {
    private static func isAwake(_ watch: borrowing PathWatch) throws -> Bool {
        try watch.descriptor.pollNow(for: .readable) == .readable
    }

    @Test func `a path that appears wakes, whatever is missing on the way to it`() throws {
        try withFolder { folder in
            let below = folder.appending("below")
            let path = below.appending("file")
            let first = try PathWatch(onTheWayTo: path)
            #expect(try Self.isAwake(first) == false)
            try #require(mkdir(below.characters, 0o700) == 0)
            #expect(try Self.isAwake(first) == true)
            let second = try PathWatch(onTheWayTo: path)
            #expect(try Self.isAwake(second) == false)
            try make(path)
            #expect(try Self.isAwake(second) == true)
        }
    }

    @Test func `a path that is moved into place wakes`() throws {
        try withFolder { folder in
            let path = folder.appending("file")
            let watch = try PathWatch(onTheWayTo: path)
            try withFolder { other in
                try make(other.appending("file"))
                try FileSystem.rename(other.appending("file"), to: path)
            }
            #expect(try Self.isAwake(watch) == true)
        }
    }

    @Test(arguments: ["removed", "moved away"])
    func `a path that leaves the way wakes`(how: String) throws {
        try withFolder { folder in
            let (path, link) = (folder.appending("file"), folder.appending("link"))
            try make(path)
            try #require(symlink("file", link.characters) == 0)
            let watch = try PathWatch(onTheWayTo: link)
            #expect(try Self.isAwake(watch) == false)
            if how == "removed" {
                try FileSystem.remove(path)
            } else {
                try withFolder { other in try FileSystem.rename(path, to: other.appending("x")) }
            }
            #expect(try Self.isAwake(watch) == true)
        }
    }

    @Test func `another mode wakes whoever waits for permission`() throws {
        try withFolder { folder in
            let path = folder.appending("file")
            try make(path)
            let watch = try PathWatch(onTheWayTo: path)
            #expect(try Self.isAwake(watch) == false)
            try #require(chmod(path.characters, 0o640) == 0)
            #expect(try Self.isAwake(watch) == true)
        }
    }

    @Test func `each link of a chain is watched, relative ones too`() throws {
        try withFolder { folder in
            let names = ["a", "b", "c"]
            for name in names {
                try #require(mkdir(folder.appending(name).characters, 0o700) == 0)
            }
            let first = folder.appending("a").appending("link")
            let second = folder.appending("b").appending("link")
            let target = folder.appending("c").appending("file")
            try #require(symlink("../b/link", first.characters) == 0)
            try #require(symlink(target.characters, second.characters) == 0)
            let appearing = try PathWatch(onTheWayTo: first)
            #expect(try Self.isAwake(appearing) == false)
            try make(target)
            #expect(try Self.isAwake(appearing) == true)
            for name in names {
                let watch = try PathWatch(onTheWayTo: first)
                try make(folder.appending(name).appending("new"))
                #expect(try Self.isAwake(watch) == true, "\(name)")
            }
        }
    }

    @Test func `links that lead in a circle are not followed for ever`() throws {
        try withFolder { folder in
            let (one, other) = (folder.appending("one"), folder.appending("other"))
            try #require(symlink("other", one.characters) == 0)
            try #require(symlink("one", other.characters) == 0)
            let watch = try PathWatch(onTheWayTo: one)
            try make(folder.appending("new"))
            #expect(try Self.isAwake(watch) == true)
        }
    }

    @Test(arguments: ["removed", "renamed", "replaced", "its folder renamed", "its folder removed"])
    func `a path that leaves wakes`(how: String) throws {
        try withFolder { folder in
            let below = folder.appending("below")
            try #require(mkdir(below.characters, 0o700) == 0)
            let (path, other) = (below.appending("fifo"), folder.appending("other"))
            try #require(mkfifo(path.characters, 0o600) == 0)
            let holder = try FileDescriptor.open(path, .readOnly, options: .nonBlocking)
            let watch = try PathWatch(departureOf: path)
            try make(below.appending("neighbour"))
            #expect(try Self.isAwake(watch) == false, "what is beside it does not wake")
            switch how {
            case "removed": try FileSystem.remove(path)
            case "renamed": try FileSystem.rename(path, to: other)
            case "replaced":
                try make(other)
                try FileSystem.rename(other, to: path)
            case "its folder renamed": try FileSystem.rename(below, to: other)
            default:
                try FileSystem.rename(path, to: folder.appending("kept"))
                try FileSystem.remove(below.appending("neighbour"))
                try #require(rmdir(below.characters) == 0)
            }
            #expect(try Self.isAwake(watch) == true)
            _ = holder.rawValue
        }
    }

    @Test func `a path that has left already is no error`() throws {
        try withFolder { folder in
            let gone = folder.appending("gone").appending("file")
            let watch = try PathWatch(departureOf: gone)
            #expect(try Self.isAwake(watch) == false)
        }
    }
}
