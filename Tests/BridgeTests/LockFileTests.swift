import Glibc
import ProximityCore
import System
import Testing

@testable import Bridge

struct LockFileTests {
    static func open(
        _ statePath: FilePath,
        _ change: (inout Configuration) -> Void = { _ in }
    ) throws(BridgeError) -> LockFile {
        var configuration = Sample.configuration(statePath)
        change(&configuration)
        return try LockFile(statePath: statePath, configuration)
    }

    static func write(
        _ snapshot: Snapshot?,
        _ memory: Memory = Sample.memory(),
        isStopped: Bool = false,
        to lock: inout LockFile
    ) {
        var diagnostics = Diagnostics()
        lock.write(
            snapshot.map { Sample.record($0) },
            Sample.renderer,
            memory: memory,
            isStopped: isStopped,
            &diagnostics
        )
    }

    @Test func `others see who holds the lock, and all that was published`() async {
        await #expect(processExitsWith: .success) {
            try withFolder { folder in
                let state = folder.appending("state")
                #expect(try RunningBridge.at(state) == nil)
                do {
                    var lock = try Self.open(state)
                    #expect(try names(in: folder) == ["state.lock"])
                    let empty = try RunningBridge.at(state)
                    #expect(empty?.isRunning == true && empty?.record == nil)
                    Self.write(Sample.assumedOpen, Sample.memory(5), to: &lock)
                    let found = try #require(try RunningBridge.at(state))
                    #expect(found.isRunning)
                    let record = try #require(found.record)
                    #expect(record.process == getpid())
                    #expect(record.state == .off)
                    #expect(record.json.hasPrefix(#"{"v":1,"seq":1,"#))
                    #expect(record.json.contains(#""state":"open","reported":"closed""#))
                    #expect(record.memory == Sample.memory(5))
                    #expect(!record.isStopped)
                    let boot = try text(of: FilePath("/proc/sys/kernel/random/boot_id"))
                    #expect(record.boot + "\n" == boot)
                }
                let left = try #require(try RunningBridge.at(state))
                #expect(!left.isRunning)
                #expect(left.record?.state == .off)
                #expect(try names(in: folder) == ["state.lock"])
            }
        }
    }

    @Test func `a second bridge is refused and told the first one's process`() async {
        await #expect(processExitsWith: .success) {
            try withFolder { folder in
                let state = folder.appending("state")
                var lock = try Self.open(state)
                let early = try refusal { _ = try Self.open(state) }
                #expect(early.status == .alreadyRunning)
                Self.write(Sample.closed, to: &lock)
                let error = try refusal { _ = try Self.open(state) }
                #expect(error.status == .alreadyRunning)
                #expect(
                    error.message == "a bridge is already running here with process ID \(getpid()):"
                        + " \(state).lock is locked"
                )
                let found = try RunningBridge.at(state)
                #expect(found?.isRunning == true && found?.record?.state == .on)
                let other = try Self.open(folder.appending("other"))
                #expect(other.isInPlace == true)
            }
        }
    }

    @Test func `a shorter record does not show what is left of a longer one`() throws {
        try withFolder { folder in
            let state = folder.appending("state")
            var lock = try Self.open(state)
            Self.write(Sample.assumedOpen, to: &lock)
            Self.write(nil, to: &lock)
            let record = try #require(try RunningBridge.at(state)?.record)
            #expect(record.json == "" && record.state == .unknown)
        }
    }

    @Test(arguments: [(nil, 0o022, 0o644), (0o600, 0o022, 0o600), (0o644, 0o777, 0o644)])
    func `the mode is exact where one is asked for`(
        asked: UInt32?,
        mask: UInt32,
        wanted: UInt32
    ) async {
        await #expect(processExitsWith: .success) { [asked, mask, wanted] in
            try withFolder { folder in
                umask(mask)
                let state = folder.appending("state")
                let path = FilePath(asked == 0o644 ? "/run/proxbridge" : "/srv/proxbridge")
                let lock = try Self.open(state) {
                    $0.isDefaultState = asked != nil
                    $0.runtimeFolder = RuntimeFolder(path: path)
                }
                #expect(try mode(of: state.extended(by: ".lock")) == wanted)
                #expect(lock.isInPlace == true)
            }
        }
    }

    @Test func `what is no regular file is refused, a link to one included`() throws {
        try withFolder { folder in
            let (state, file) = (folder.appending("state"), folder.appending("file"))
            let path = state.extended(by: ".lock")
            try make(file, "text")
            try #require(symlink("file", path.description) == 0)
            let link = try refusal { _ = try Self.open(state) }
            #expect(link.message.hasSuffix("\(path): it is a symbolic link"))
            #expect(try text(of: file) == "text")
            for make in [
                { try makeFIFO(path) }, { try #require(mkdir(path.description, 0o700) == 0) },
            ] {
                try #require(remove(path.description) == 0)
                try make()
                let error = try refusal { _ = try Self.open(state) }
                #expect(error.message.hasSuffix("\(path): it is not a regular file"))
                #expect(error.status == .failure)
            }
        }
    }

    @Test func `a lock file that was removed or replaced is noticed`() throws {
        try withFolder { folder in
            let state = folder.appending("state")
            let path = state.extended(by: ".lock")
            let lock = try Self.open(state)
            #expect(lock.isInPlace == true)
            try FileSystem.remove(path)
            #expect(lock.isInPlace == false)
            try make(path)
            #expect(lock.isInPlace == false)
        }
    }
}
