import Glibc
import ProximityCore
import Synchronization
import System
import Testing

@testable import Bridge

struct StateFileTests {
    static func open(
        _ path: FilePath,
        form: RecordForm = .word,
        permissions: UInt32? = nil
    ) throws(BridgeError) -> StateFile {
        try StateFile(path: path, form: form, permissions: permissions)
    }

    static func write(_ snapshot: Snapshot, _ sequence: UInt64 = 1, to file: inout StateFile) {
        var diagnostics = Diagnostics()
        file.write(Sample.record(snapshot, sequence), Sample.renderer, &diagnostics)
    }

    @Test func `the file holds the newest record, and nothing is left beside it`() throws {
        try withFolder { folder in
            let path = folder.appending("state")
            try make(path, "from an earlier run\n")
            var file = try Self.open(path)
            #expect(try text(of: path) == "from an earlier run\n")
            for (snapshot, word) in [(Sample.closed, "closed\n"), (Sample.open, "open\n")] {
                Self.write(snapshot, to: &file)
                #expect(try text(of: path) == word)
                #expect(try names(in: folder) == ["state"])
                #expect(file.isBehind == false)
            }
        }
    }

    @Test func `a record that shows nothing new leaves the file as it is`() throws {
        try withFolder { folder in
            let path = folder.appending("state")
            var file = try Self.open(path)
            Self.write(Sample.assumedOpen, 1, to: &file)
            let before = try status(of: path).st_ino
            Self.write(Sample.open, 2, to: &file)
            #expect(try status(of: path).st_ino == before)
            var json = try Self.open(folder.appending("json"), form: .json)
            Self.write(Sample.assumedOpen, 1, to: &json)
            Self.write(Sample.assumedOpen, 2, to: &json)
            #expect(try text(of: folder.appending("json")).contains("\"seq\":1,"))
            Self.write(Sample.open, 3, to: &json)
            #expect(try text(of: folder.appending("json")).contains("\"seq\":3,"))
        }
    }

    @Test func `whoever has the old file open keeps the old record`() throws {
        try withFolder { folder in
            let path = folder.appending("state")
            var file = try Self.open(path)
            Self.write(Sample.closed, to: &file)
            let old = try FileDescriptor.open(path, .readOnly)
            Self.write(Sample.open, to: &file)
            var buffer = [UInt8](repeating: 0, count: 9)
            let count = try old.read(into: &buffer)
            #expect(buffer.prefix(count) == Array("closed\n".utf8)[...])
        }
    }

    @Test func `a file that was taken for gone is written again`() throws {
        try withFolder { folder in
            let path = folder.appending("state")
            var file = try Self.open(path)
            Self.write(Sample.closed, to: &file)
            try FileSystem.remove(path)
            file.forget()
            #expect(file.isBehind == true)
            Self.write(Sample.closed, to: &file)
            #expect(try text(of: path) == "closed\n")
            #expect(file.isBehind == false)
        }
    }

    @Test func `the mode is exact where one is asked for, else what the umask says`() async {
        await #expect(processExitsWith: .success) {
            let cases: [(UInt32?, UInt32, UInt32)] = [
                (nil, 0o022, 0o644), (nil, 0o077, 0o600), (0o600, 0o000, 0o600),
                (0o600, 0o022, 0o600), (0o644, 0o077, 0o644),
            ]
            for (permissions, mask, wanted) in cases {
                try withFolder { folder in
                    umask(mask)
                    let path = folder.appending("state")
                    var file = try Self.open(path, permissions: permissions)
                    for snapshot in [Sample.closed, Sample.open] {
                        Self.write(snapshot, to: &file)
                        #expect(try mode(of: path) == wanted, "\(mask)")
                    }
                }
            }
        }
    }

    @Test func `every read of the path sees one whole record`() async {
        await #expect(processExitsWith: .success) {
            try withFolder { folder in
                let path = folder.appending("state")
                var file = try Self.open(path, form: .json)
                Self.write(Sample.closed, 0, to: &file)
                let reader = LoopThread {
                    let text = (try? text(of: path)) ?? "nothing"
                    let isOpen = text.contains("\"state\":\"open\"")
                    let sequence = text.split(whereSeparator: { ":,".contains($0) }).dropFirst(3)
                        .first
                    let isEven = sequence.flatMap { Int($0) }.map { $0 % 2 == 0 }
                    return text.hasPrefix("{\"v\":1,") && text.hasSuffix("\"name\":\"Lid\"}\n")
                        && isEven == !isOpen
                }
                var sequence: UInt64 = 0
                while reader.count < 500 || sequence < 500 {
                    sequence += 1
                    Self.write(sequence % 2 == 0 ? Sample.closed : Sample.open, sequence, to: &file)
                }
                #expect(reader.stop() == 0)
            }
        }
    }
}
