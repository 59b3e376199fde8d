import Glibc
import ProximityCore
import System
import Testing

@testable import Bridge

/// A publisher with a clock that goes on by itself.
struct PublisherRig: ~Copyable {
    var publisher: Publisher
    var diagnostics = Diagnostics()
    private var time: Int64 = 0

    init(_ configuration: Configuration) throws {
        publisher = try Publisher(configuration, identity: Sample.identity)
    }

    mutating func publish(
        _ snapshot: Snapshot,
        _ memory: Memory = Sample.memory(),
        _ reason: Reason = .event
    ) -> LineOutput.Outcome {
        time += 1
        let now = Timestamp(microseconds: time)
        return publisher.publish(snapshot, memory, reason: reason, at: now, &diagnostics)
    }
}

struct PublisherTests {
    @Test func `each output shows what is new in its own form`() async {
        await #expect(processExitsWith: .success) {
            try withFolderAndCapture { folder, capture in
                let state = folder.appending("state")
                var rig = try PublisherRig(Sample.configuration(state, stateForm: .json))
                #expect(rig.publish(Sample.assumedOpen) == .fine)
                #expect(rig.publish(Sample.open) == .fine)
                #expect(rig.publish(Sample.open) == .fine)
                #expect(rig.publish(Sample.closed) == .fine)
                #expect(capture.text() == "open\nclosed\n")
                #expect(try text(of: state).hasPrefix("{\"v\":1,\"seq\":3,"))
            }
        }
    }

    @Test func `the lock file knows everything while the others show a word`() async {
        await #expect(processExitsWith: .success) {
            try withFolderAndCapture { folder, capture in
                let state = folder.appending("state")
                var rig = try PublisherRig(Sample.configuration(state))
                _ = rig.publish(Sample.assumedOpen)
                let before = try status(of: state).st_ino
                _ = rig.publish(Sample.open, Sample.memory(9))
                #expect(capture.text() == "open\n")
                #expect(try text(of: state) == "open\n")
                #expect(try status(of: state).st_ino == before)
                let record = try #require(try RunningBridge.at(state)?.record)
                #expect(record.json.contains("\"seq\":2,"))
                #expect(record.json.contains("\"basis\":\"measured\""))
                #expect(record.memory == Sample.memory(9))
                #expect(!record.isStopped)
            }
        }
    }

    @Test func `what a successor has to know is kept without any record`() async {
        await #expect(processExitsWith: .success) {
            try withFolderAndCapture { folder, capture in
                let state = folder.appending("state")
                var rig = try PublisherRig(Sample.configuration(state))
                _ = rig.publish(Sample.open, Sample.memory(1))
                _ = rig.publish(Sample.open, Sample.memory(2))
                rig.publisher.remember(Sample.memory(3), &rig.diagnostics)
                let record = try #require(try RunningBridge.at(state)?.record)
                #expect(record.memory == Sample.memory(3))
                #expect(record.json.contains("\"seq\":1,"))
                #expect(capture.text() == "open\n")
            }
        }
    }

    @Test func `at the end the lock file says so, also where the state was unknown before`() async {
        await #expect(processExitsWith: .success) {
            try withFolderAndCapture { folder, capture in
                let state = folder.appending("state")
                var rig = try PublisherRig(Sample.configuration(state))
                _ = rig.publish(.unknown(focus: .unknown), Sample.memory(), .lost)
                _ = rig.publish(.unknown(focus: .unknown), Sample.memory(), .stop)
                #expect(capture.text() == "unknown\n")
                #expect(try text(of: state) == "unknown\n")
                #expect(try RunningBridge.at(state)?.record?.isStopped == true)
            }
        }
    }

    @Test func `before the first record nobody takes what an earlier bridge said for true`() async {
        await #expect(processExitsWith: .success) {
            try withFolderAndCapture { folder, capture in
                let state = folder.appending("state")
                do {
                    var rig = try PublisherRig(Sample.configuration(state))
                    _ = rig.publish(Sample.closed, Sample.memory(4))
                }
                for _ in 0..<2 {
                    // The second one finds one that was cut off before its first record.
                    var rig = try PublisherRig(Sample.configuration(state))
                    #expect(rig.publisher.inheritance == Sample.memory(4))
                    rig.publisher.announce(Sample.memory(4), &rig.diagnostics)
                    let found = try #require(try RunningBridge.at(state))
                    #expect(found.isRunning)
                    #expect(found.record?.process == getpid())
                    #expect(found.record?.state == .unknown && found.record?.json == "")
                }
            }
        }
    }

    @Test func `a start that comes to nothing leaves nothing to go on from`() async {
        await #expect(processExitsWith: .success) {
            try withFolderAndCapture { folder, capture in
                let state = folder.appending("state")
                do {
                    var rig = try PublisherRig(Sample.configuration(state))
                    rig.publisher.announce(Sample.memory(4), &rig.diagnostics)
                }
                let rig = try PublisherRig(Sample.configuration(state))
                #expect(rig.publisher.inheritance == nil)
            }
        }
    }

    @Test func `a second bridge on the same file changes nothing of the first`() async {
        await #expect(processExitsWith: .success) {
            try withFolderAndCapture { folder, capture in
                let state = folder.appending("state")
                var rig = try PublisherRig(Sample.configuration(state))
                _ = rig.publish(Sample.closed)
                try make(folder.appending(".state.proxbridge-1a"))
                let before = try text(of: state.extended(by: ".lock"))
                let error = try refusal {
                    _ = try Publisher(Sample.configuration(state), identity: Sample.identity)
                }
                #expect(error.status == .alreadyRunning)
                #expect(error.message.contains("process ID \(getpid())"))
                #expect(try text(of: state) == "closed\n")
                #expect(try text(of: state.extended(by: ".lock")) == before)
                // It may be the other one's, under way.
                #expect(exists(folder.appending(".state.proxbridge-1a")))
            }
        }
    }

    @Test func `without a state file nothing is made`() async {
        await #expect(processExitsWith: .success) {
            try withCapture { capture in
                var rig = try PublisherRig(Sample.configuration())
                #expect(rig.publish(Sample.closed) == .fine)
                #expect(capture.text() == "closed\n")
                #expect(rig.publisher.isBehind == false)
                #expect(rig.publisher.inheritance == nil)
            }
        }
    }
}
