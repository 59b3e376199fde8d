import Glibc
import ProximityCore
import System
import Testing

@testable import Bridge

extension LockFileTests {
    /// What a bridge inherits from one that wrote `text` into the lock file and is gone.
    private static func inheritance(
        after text: String,
        in folder: FilePath,
        _ change: (inout Configuration) -> Void = { _ in }
    ) throws -> Memory? {
        let state = folder.appending("state")
        try make(state.extended(by: ".lock"), text)
        return try open(state, change).inheritance
    }

    /// What a bridge leaves behind that is cut off, or stopped.
    private static func remains(in folder: FilePath, isStopped: Bool = false) throws -> String {
        let state = folder.appending("state")
        try? FileSystem.remove(state.extended(by: ".lock"))
        do {
            var lock = try open(state)
            #expect(lock.inheritance == nil)
            write(Sample.closed, Sample.memory(5), isStopped: isStopped, to: &lock)
        }
        return try text(of: state.extended(by: ".lock"))
    }

    @Test func `a bridge goes on from one that was cut off, not from one that was stopped`() async {
        await #expect(processExitsWith: .success) {
            try withFolder { folder in
                let cut = try Self.remains(in: folder)
                #expect(try Self.inheritance(after: cut, in: folder) == Sample.memory(5))
                let stopped = try Self.remains(in: folder, isStopped: true)
                #expect(try Self.inheritance(after: stopped, in: folder) == nil)
                #expect(try Self.inheritance(after: "", in: folder) == nil)
                #expect(try Self.inheritance(after: "garbage", in: folder) == nil)
                let torn = String(cut.dropFirst(20))
                #expect(try Self.inheritance(after: torn, in: folder) == nil)
            }
        }
    }

    @Test func `nobody goes on from another boot, whose clock was another one`() async {
        await #expect(processExitsWith: .success) {
            try withFolder { folder in
                let words = Sample.configuration().words
                let subject = Sample.configuration().subject
                for (boot, isTaken) in [("another", false), ("", false), (nil, true)] {
                    let own = try text(of: FilePath("/proc/sys/kernel/random/boot_id")).dropLast()
                    var writer = LockRecord.Writer(
                        process: 1,
                        boot: boot ?? String(own),
                        subject: subject,
                        words: words,
                        ending: Sample.renderer.ending
                    )
                    writer.write(nil, memory: Sample.memory(5), isStopped: false)
                    let text = String(decoding: writer.text, as: UTF8.self)
                    let memory = try Self.inheritance(after: text, in: folder)
                    #expect((memory == Sample.memory(5)) == isTaken, "\(boot ?? "own")")
                }
            }
        }
    }

    @Test func `a bridge that does otherwise does not go on from the memory`() async {
        await #expect(processExitsWith: .success) {
            try withFolder { folder in
                let cut = try Self.remains(in: folder)
                let changes: [(Bool, (inout Configuration) -> Void)] = [
                    (false, { $0.isInverted = true }), (false, { $0.policy = .reread }),
                    (true, { $0.initialFocus = .foreground }),
                ]
                for (isTaken, change) in changes {
                    let memory = try Self.inheritance(after: cut, in: folder, change)
                    #expect((memory != nil) == isTaken)
                }
            }
        }
    }
}
