import Glibc
import ProximityCore
import System
import Testing

@testable import Bridge

struct RunningBridgeTests {
    @Test func `without a lock file there is nothing to tell`() throws {
        try withFolder { folder in
            try make(folder.appending("file"))
            for path in [
                folder.appending("state"), folder.appending("missing").appending("state"),
                folder.appending("file").appending("state"),
            ] {
                let bridge = try RunningBridge.at(path)
                #expect(bridge == nil, "\(path)")
            }
        }
    }

    @Test func `a lock file with nothing in it, or anything, tells only whether it is held`() async
    {
        await #expect(processExitsWith: .success) {
            try withFolder { folder in
                let state = folder.appending("state")
                let lock = state.extended(by: ".lock")
                for content in ["", "garbage\n", String(repeating: "\n", count: 9_999)] {
                    try make(lock, content)
                    let bridge = try #require(try RunningBridge.at(state))
                    #expect(!bridge.isRunning && bridge.record == nil)
                    #expect(try text(of: lock) == content)
                    let holder = try FileDescriptor.open(lock, .readWrite)
                    #expect(try holder.tryLock() == true)
                    let held = try #require(try RunningBridge.at(state))
                    #expect(held.isRunning && held.record == nil)
                }
            }
        }
    }

    @Test func `a link, a folder or a FIFO in its place is not followed and not waited for`() throws
    {
        try withFolder { folder in
            let (state, file) = (folder.appending("state"), folder.appending("file"))
            let lock = state.extended(by: ".lock")
            try make(file)
            try #require(symlink("file", lock.description) == 0)
            #expect(throws: Errno.tooManySymbolicLinkLevels) { try RunningBridge.at(state) }
            try FileSystem.remove(lock)
            try makeFIFO(lock)
            let fifo = try RunningBridge.at(state)
            #expect(fifo == nil)
            try FileSystem.remove(lock)
            try #require(mkdir(lock.description, 0o700) == 0)
            let found = try RunningBridge.at(state)
            #expect(found == nil)
        }
    }

    @Test func `to look never keeps a bridge from starting`() async {
        await #expect(processExitsWith: .success) {
            try withFolder { folder in
                let state = folder.appending("state")
                do {
                    var lock = try LockFileTests.open(state)
                    LockFileTests.write(Sample.closed, isStopped: true, to: &lock)
                }
                let looker = LoopThread { (try? RunningBridge.at(state))??.record != nil }
                var refusedCount = 0
                while looker.count < 500 {
                    do {
                        _ = try LockFileTests.open(state)
                    } catch {
                        refusedCount += 1
                    }
                }
                #expect(looker.stop() == 0)
                #expect(refusedCount == 0)
            }
        }
    }

    @Test func `whoever reads while the bridge writes gets a whole record or none`() async {
        await #expect(processExitsWith: .success) {
            try withFolder { folder in
                let state = folder.appending("state")
                var lock = try LockFileTests.open(state)
                LockFileTests.write(Sample.closed, to: &lock)
                let reader = LoopThread {
                    guard let record = (try? RunningBridge.at(state))??.record else { return false }
                    let word = record.state == .on ? "closed" : "open"
                    return record.json.contains("\"state\":\"\(word)\"")
                        && record.json.hasSuffix("\"name\":\"Lid\"}")
                }
                while reader.count < 1_000 {
                    LockFileTests.write(Sample.assumedOpen, to: &lock)
                    LockFileTests.write(Sample.closed, to: &lock)
                }
                #expect(reader.stop() == 0)
            }
        }
    }

    @Test func `of a switch in two folders the bridge that runs is told, else the user's own`()
        async
    {
        await #expect(processExitsWith: .success) {
            try withFolder { folder in
                setenv("RUNTIME_DIRECTORY", folder.description, 1)
                let own = RuntimeFolder(path: folder)
                for name in ["lid", "dock"] {
                    try own.make(for: name, isShared: false)
                    let state = own.statePath(of: name)
                    try make(state.extended(by: ".lock"))
                }
                try own.make(for: "tablet-mode", isShared: false)
                let dock = try LockFileTests.open(own.statePath(of: "dock"))
                let found = RunningBridge.all().filter { $0.statePath.parent.parent == folder }
                #expect(found.map(\.shortName) == ["dock", "lid"])
                #expect(found.map(\.bridge.isRunning) == [true, false])
                #expect(found.map(\.statePath) == ["dock", "lid"].map { own.statePath(of: $0) })
                #expect(dock.isInPlace == true)
            }
        }
    }
}
