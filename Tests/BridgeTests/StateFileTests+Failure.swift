import Glibc
import ProximityCore
import System
import Testing

@testable import Bridge

extension StateFileTests {
    @Test func `a write that fails leaves the old record whole, and is told once`() async throws {
        let result = await #expect(
            processExitsWith: .success,
            observing: [\.standardErrorContent]
        ) {
            try withFolder { folder in
                let (place, away) = (folder.appending("place"), folder.appending("away"))
                try #require(mkdir(place.description, 0o700) == 0)
                var file = try Self.open(place.appending("state"))
                Self.write(Sample.closed, to: &file)
                try FileSystem.rename(place, to: away)
                for _ in 0..<3 {
                    Self.write(Sample.open, to: &file)
                    #expect(file.isBehind == true)
                }
                #expect(try text(of: away.appending("state")) == "closed\n")
                #expect(try names(in: away) == ["state"])
                try FileSystem.rename(away, to: place)
                Self.write(Sample.open, to: &file)
                #expect(file.isBehind == false)
                #expect(try text(of: place.appending("state")) == "open\n")
                // What fails after a success is told again.
                try FileSystem.rename(place, to: away)
                Self.write(Sample.closed, to: &file)
                #expect(file.isBehind == true)
            }
        }
        let said = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        let lines = said.split(separator: "\n")
        #expect(lines.count == 2)
        for line in lines {
            #expect(line.hasPrefix("proxbridge: cannot write "))
            #expect(line.hasSuffix("/place/state: No such file or directory"))
        }
    }

    @Test func `a file that can be had is not behind once the old record is right again`() async {
        await #expect(processExitsWith: .success) {
            try withFolder { folder in
                let (place, away) = (folder.appending("place"), folder.appending("away"))
                try #require(mkdir(place.description, 0o700) == 0)
                var file = try Self.open(place.appending("state"))
                Self.write(Sample.closed, to: &file)
                try FileSystem.rename(place, to: away)
                Self.write(Sample.open, to: &file)
                #expect(file.isBehind == true)
                Self.write(Sample.closed, to: &file)
                #expect(file.isBehind == false)
            }
        }
    }

    @Test func `a disk without room leaves the old record whole, and nothing beside it`() async {
        await #expect(processExitsWith: .success) {
            try withFolder { folder in
                let path = folder.appending("state")
                var file = try Self.open(path)
                Self.write(Sample.closed, to: &file)
                for room in [0, 3] as [rlim_t] {
                    try withFileSize(limitedTo: room) { Self.write(Sample.open, to: &file) }
                    #expect(file.isBehind == true, "\(room)")
                    #expect(try text(of: path) == "closed\n", "\(room)")
                    #expect(try names(in: folder) == ["state"], "\(room)")
                }
                Self.write(Sample.open, to: &file)
                #expect(try text(of: path) == "open\n")
            }
        }
    }

    @Test func `a path that is no regular file is refused, a link to one included`() throws {
        try withFolder { folder in
            let paths = ["file", "link", "dangling", "folder", "fifo", "free"].map {
                folder.appending($0)
            }
            try make(paths[0], "text")
            try #require(symlink("file", paths[1].description) == 0)
            try #require(symlink("missing", paths[2].description) == 0)
            try #require(mkdir(paths[3].description, 0o700) == 0)
            try makeFIFO(paths[4])
            let before = try names(in: folder)
            for (path, reason) in [
                (paths[1], "a symbolic link"), (paths[2], "a symbolic link"),
                (paths[3], "not a regular file"), (paths[4], "not a regular file"),
                (FilePath("/dev/null"), "not a regular file"),
            ] {
                let error = try refusal { try StateFile.refuse(path) }
                #expect(error.message == "cannot write the state to \(path): it is \(reason)")
                #expect(error.status == .failure)
            }
            #expect(throws: Never.self) { try StateFile.refuse(paths[0]) }
            #expect(throws: Never.self) { try StateFile.refuse(paths[5]) }
            #expect(try names(in: folder) == before)
            let below = try refusal { try StateFile.refuse(paths[0].appending("below")) }
            #expect(below.message.hasSuffix("Not a directory"))
        }
    }

    @Test func `a folder that cannot be written is told before anything is published`() async {
        await #expect(processExitsWith: .success) {
            try withFolder { folder in
                let missing = folder.appending("missing").appending("state")
                let error = try refusal { _ = try Self.open(missing) }
                #expect(
                    error.message
                        == "cannot write the state to \(missing): No such file or directory"
                )
                #expect(error.status == .failure)
                let path = folder.appending("state")
                try #require(chmod(folder.description, 0o555) == 0)
                let isRoot = geteuid() == 0
                if isRoot { try #require(seteuid(otherUser) == 0) }
                let denied = try refusal { _ = try Self.open(path) }
                if isRoot { try #require(seteuid(0) == 0) }
                try #require(chmod(folder.description, 0o700) == 0)
                #expect(denied.message == "cannot write the state to \(path): Permission denied")
                #expect(denied.status == .permissionDenied)
            }
        }
    }

    @Test func `what a killed bridge left beside its own file is swept, and nothing else`() throws {
        try withFolder { folder in
            let kept = [
                ".other.proxbridge-1a", ".state.proxbridge", ".state.swp", "state",
                "state.proxbridge-1a",
            ]
            for name in kept + [".state.proxbridge-1a", ".state.proxbridge-ffff"] {
                try make(folder.appending(name))
            }
            let file = try Self.open(folder.appending("state"))
            #expect(try names(in: folder) == kept)
            _ = file.isBehind
        }
    }
}
