import Glibc
import ProximityCore
import System
import Testing

@testable import Bridge

extension FocusSourceTests {
    private static func second(_ number: Int64) -> Timestamp {
        Timestamp(microseconds: number * 1_000_000)
    }

    private static func put(_ text: String, into path: FilePath) throws {
        let writer = try FileDescriptor.open(path, .writeOnly, options: .nonBlocking)
        _ = try writer.write(Array(text.utf8))
    }

    @Test func `a FIFO put in the place of the old one is read from then on`() async {
        await #expect(processExitsWith: .success) {
            try withFolder { folder in
                let (path, other) = (folder.appending("fifo"), folder.appending("other"))
                var rig = try FocusRig(.pipe(path, isDefault: false))
                #expect(try rig.isPathReady() == false)
                try makeFIFO(other)
                try FileSystem.rename(other, to: path)
                #expect(try rig.isPathReady() == true)
                rig.source.followPath(now: Self.second(1), &rig.diagnostics)
                #expect(rig.source.dueAt == nil)
                #expect(try rig.isPathReady() == false)
                try Self.put("bg\n", into: path)
                #expect(try rig.lines() == [Self.said(.background)])
            }
        }
    }

    @Test func `where none appears for a second, one is made`() async {
        await #expect(processExitsWith: .success) {
            try withFolder { folder in
                let path = folder.appending("fifo")
                var rig = try FocusRig(.pipe(path, isDefault: false))
                try FileSystem.remove(path)
                #expect(try rig.isPathReady() == true)
                rig.source.followPath(now: Self.second(5), &rig.diagnostics)
                #expect(rig.source.dueAt == Self.second(6))
                #expect(!exists(path))
                rig.source.followPath(now: Timestamp(microseconds: 5_999_999), &rig.diagnostics)
                #expect(!exists(path))
                #expect(rig.source.dueAt == Self.second(6))
                rig.source.followPath(now: Self.second(6), &rig.diagnostics)
                #expect(rig.source.dueAt == nil)
                #expect(try mode(of: path) == 0o600)
                try Self.put("bg\n", into: path)
                #expect(try rig.lines() == [Self.said(.background)])
            }
        }
    }

    @Test func `what would be refused leaves the old one in use, and is told once`() async throws {
        let result = await #expect(
            processExitsWith: .success,
            observing: [\.standardErrorContent]
        ) {
            try withFolder { folder in
                let (path, old) = (folder.appending("fifo"), folder.appending("old"))
                var rig = try FocusRig(.pipe(path, isDefault: false))
                try FileSystem.rename(path, to: old)
                try make(path, "text")
                #expect(try rig.isPathReady() == true)
                for _ in 0..<3 {
                    rig.source.followPath(now: Self.second(1), &rig.diagnostics)
                }
                try Self.put("bg\n", into: old)
                #expect(try rig.lines() == [Self.said(.background)])
                #expect(try text(of: path) == "text")
                try FileSystem.remove(path)
                try makeFIFO(path)
                #expect(try rig.isPathReady() == true)
                rig.source.followPath(now: Self.second(2), &rig.diagnostics)
                try Self.put("fg\n", into: path)
                #expect(try rig.lines() == [Self.said(.foreground)])
            }
        }
        let said = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(said.split(separator: "\n").count == 1)
        #expect(said.contains("it is not a FIFO") && said.contains("kept"))
    }

    @Test func `a change of mode leaves the FIFO in use`() throws {
        try withFolder { folder in
            let path = folder.appending("fifo")
            var rig = try FocusRig(.pipe(path, isDefault: false))
            try #require(chmod(path.description, 0o640) == 0)
            #expect(try rig.isPathReady() == true)
            rig.source.followPath(now: Self.second(1), &rig.diagnostics)
            #expect(try rig.isPathReady() == false)
            #expect(rig.source.dueAt == nil)
            try Self.put("bg\n", into: path)
            #expect(try rig.lines() == [Self.said(.background)])
        }
    }

    @Test func `half a line of the old FIFO ends with it, and does not spoil the new one's`() throws
    {
        try withFolder { folder in
            let (path, other) = (folder.appending("fifo"), folder.appending("other"))
            var rig = try FocusRig(.pipe(path, isDefault: false))
            let holding = try FileDescriptor.open(path, .writeOnly, options: .nonBlocking)
            _ = try holding.write(Array("bg".utf8))
            #expect(try rig.lines() == [])
            try makeFIFO(other)
            try FileSystem.rename(other, to: path)
            rig.source.followPath(now: Self.second(1), &rig.diagnostics)
            let last = rig.source.next()
            #expect(last == Self.said(.background))
            try Self.put("fg\n", into: path)
            #expect(try rig.lines() == [Self.said(.foreground)])
        }
    }
}
