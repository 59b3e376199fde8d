import Glibc
import ProximityCore
import System
import Testing

@testable import Bridge

extension PublisherTests {
    /// The names of the files that were changed since it was asked last, in order.
    private static func changes(_ watch: Int32) -> [String] {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = max(0, read(watch, &buffer, buffer.count))
        var names: [String] = []
        var start = 0
        while start < count {
            let header = MemoryLayout<inotify_event>.size
            let length = Int(buffer[start + 12]) + Int(buffer[start + 13]) << 8
            let name = buffer[start + header..<start + header + length].prefix { $0 != 0 }
            names.append(String(decoding: name, as: UTF8.self))
            start += header + length
        }
        return names
    }

    @Test func `the lock file is written first, then the state file, then standard output`() async {
        await #expect(processExitsWith: .success) {
            try withFolder { folder in
                let (state, out) = (folder.appending("state"), folder.appending("out"))
                try make(out)
                try withRedirection(to: open(out.description, O_WRONLY | O_APPEND)) {
                    var rig = try PublisherRig(Sample.configuration(state))
                    let watch = inotify_init1(Int32(IN_NONBLOCK))
                    let mask = UInt32(IN_MODIFY | IN_MOVED_TO)
                    try #require(inotify_add_watch(watch, folder.description, mask) >= 0)
                    for snapshot in [Sample.closed, Sample.open] {
                        _ = rig.publish(snapshot)
                        let names = Self.changes(watch).filter { !$0.hasPrefix(".") }
                        #expect(names == ["state.lock", "state", "out"])
                    }
                    _ = rig.publish(Sample.open)
                    #expect(Self.changes(watch) == [])
                }
            }
        }
    }

    @Test func `the files are current when the reader has left`() async {
        await #expect(processExitsWith: .success) {
            try withFolderAndCapture { folder, capture in
                let state = folder.appending("state")
                var rig = try PublisherRig(Sample.configuration(state))
                capture.leave()
                #expect(rig.publish(Sample.closed) == .readerLeft)
                #expect(try text(of: state) == "closed\n")
                #expect(try RunningBridge.at(state)?.record?.state == .on)
                #expect(rig.publisher.attend(.error, &rig.diagnostics) == .readerLeft)
            }
        }
    }

    @Test func `the files stay current while nobody reads, who then gets the newest`() async {
        await #expect(processExitsWith: .success) {
            try withFolderAndCapture { folder, capture in
                let state = folder.appending("state")
                var rig = try PublisherRig(Sample.configuration(state, outputForm: .json))
                var poll = Poll(slotCount: 2)
                rig.publisher.watch(&poll, slot: 0, lockSlot: 1)
                try poll.wait(milliseconds: 0)
                #expect(poll[0] == [])
                capture.fill()
                for snapshot in [Sample.closed, Sample.open, Sample.closed] {
                    #expect(rig.publish(snapshot) == .fine)
                }
                #expect(try text(of: state) == "closed\n")
                rig.publisher.watch(&poll, slot: 0, lockSlot: 1)
                try poll.wait(milliseconds: 0)
                #expect(poll[0] == [])
                _ = capture.text()
                try poll.wait(milliseconds: 0)
                #expect(poll[0] == .writable)
                #expect(rig.publisher.attend(poll[0], &rig.diagnostics) == .fine)
                #expect(capture.text().contains("\"seq\":3,"))
                rig.publisher.watch(&poll, slot: 0, lockSlot: 1)
                try poll.wait(milliseconds: 0)
                #expect(poll[0] == [])
            }
        }
    }

    @Test func `a lock file that was removed is taken again, with the state file beside it`() async
    {
        await #expect(processExitsWith: .success) {
            try withFolderAndCapture { folder, capture in
                let state = folder.appending("state")
                var rig = try PublisherRig(Sample.configuration(state))
                _ = rig.publish(Sample.closed, Sample.memory(3))
                var poll = Poll(slotCount: 2)
                rig.publisher.watch(&poll, slot: 0, lockSlot: 1)
                try FileSystem.remove(state)
                try FileSystem.remove(state.extended(by: ".lock"))
                try poll.wait(milliseconds: 0)
                #expect(poll[1] == .readable)
                #expect(rig.publisher.attendLock(&rig.diagnostics) == .fine)
                #expect(try text(of: state) == "closed\n")
                let found = try #require(try RunningBridge.at(state))
                #expect(found.isRunning)
                #expect(found.record?.state == .on && found.record?.memory == Sample.memory(3))
                #expect(capture.text() == "closed\n")
                rig.publisher.watch(&poll, slot: 0, lockSlot: 1)
                try poll.wait(milliseconds: 0)
                #expect(poll[1] == [])
            }
        }
    }

    @Test func `a state file whose lock another bridge took is left to it until it ends`()
        async throws
    {
        let result = await #expect(
            processExitsWith: .success,
            observing: [\.standardErrorContent]
        ) {
            try withFolderAndCapture { folder, capture in
                let state = folder.appending("state")
                var rig = try PublisherRig(Sample.configuration(state))
                _ = rig.publish(Sample.closed)
                try FileSystem.remove(state.extended(by: ".lock"))
                do {
                    let other = try LockFileTests.open(state)
                    #expect(rig.publisher.attendLock(&rig.diagnostics) == .fine)
                    try make(state, "the other one's\n")
                    for snapshot in [Sample.open, Sample.closed] {
                        #expect(rig.publish(snapshot) == .fine)
                        #expect(rig.publisher.retry(&rig.diagnostics) == .fine)
                    }
                    #expect(try text(of: state) == "the other one's\n")
                    #expect(rig.publisher.isBehind == true)
                    #expect(other.isInPlace == true)
                }
                #expect(rig.publisher.retry(&rig.diagnostics) == .fine)
                #expect(try text(of: state) == "closed\n")
                #expect(rig.publisher.isBehind == false)
                #expect(capture.text() == "closed\nopen\nclosed\n")
            }
        }
        let said = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(said.split(separator: "\n").count == 1)
        #expect(said.contains("already running"))
    }

    @Test func `what could not be written is tried again`() async {
        await #expect(processExitsWith: .success) {
            try withFolderAndCapture { folder, capture in
                let (place, away) = (folder.appending("place"), folder.appending("away"))
                try #require(mkdir(place.description, 0o700) == 0)
                let state = place.appending("state")
                var rig = try PublisherRig(Sample.configuration(state))
                _ = rig.publish(Sample.closed)
                #expect(rig.publisher.isBehind == false)
                try FileSystem.rename(place, to: away)
                #expect(rig.publish(Sample.open) == .fine)
                #expect(rig.publisher.isBehind == true)
                #expect(rig.publisher.retry(&rig.diagnostics) == .fine)
                #expect(rig.publisher.isBehind == true)
                #expect(try text(of: away.appending("state")) == "closed\n")
                try FileSystem.rename(away, to: place)
                #expect(rig.publisher.retry(&rig.diagnostics) == .fine)
                #expect(rig.publisher.isBehind == false)
                #expect(try text(of: state) == "open\n")
                #expect(capture.text() == "closed\nopen\n")
            }
        }
    }
}
