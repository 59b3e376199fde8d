import ProximityCore
import Testing

struct RecordSequenceTests {
    private static let lid = Identity(
        switchName: "SW_LID",
        device: "/dev/input/event1",
        name: "Lid"
    )

    private static func snapshot(_ state: SwitchState, _ basis: Basis = .measured) -> Snapshot {
        Snapshot(state: state, reported: state, basis: basis, focus: .foreground)
    }

    @Test func `the first record arises whatever its value, and is number one`() throws {
        for state in SwitchState.allCases {
            var sequence = RecordSequence(identity: Self.lid)
            #expect(sequence.newest == nil)
            let isNew = sequence.note(
                Self.snapshot(state),
                reason: .start,
                at: .seconds(12.5),
                wallOffset: 1_000_000_000
            )
            #expect(isNew)
            let record = try #require(sequence.newest)
            #expect(record.sequence == 1)
            #expect(record.snapshot == Self.snapshot(state))
            #expect(record.reason == .start)
            #expect(record.cause == .seconds(12.5))
            #expect(record.wallMicroseconds == 1_012_500_000)
        }
    }

    @Test func `a record needs more than another time and reason`() throws {
        var sequence = RecordSequence(identity: Self.lid)
        _ = sequence.note(Self.snapshot(.on), reason: .start, at: .seconds(1), wallOffset: 0)
        let first = sequence.newest
        let isNew = sequence.note(
            Self.snapshot(.on),
            reason: .event,
            at: .seconds(2),
            wallOffset: 5
        )
        #expect(!isNew)
        #expect(sequence.newest == first)
        let isNext = sequence.note(
            Self.snapshot(.off),
            reason: .event,
            at: .seconds(3),
            wallOffset: 5
        )
        #expect(isNext)
        #expect(sequence.newest?.sequence == 2)
    }

    @Test func `each part of a snapshot makes a record`() {
        let start = Self.snapshot(.on)
        for next in [
            Snapshot(state: .off, reported: .on, basis: .measured, focus: .foreground),
            Snapshot(state: .on, reported: .off, basis: .measured, focus: .foreground),
            Snapshot(state: .on, reported: .on, basis: .assumed, focus: .foreground),
            Snapshot(state: .on, reported: .on, basis: .measured, focus: .background),
        ] {
            var sequence = RecordSequence(identity: Self.lid)
            _ = sequence.note(start, reason: .start, at: .seconds(1), wallOffset: 0)
            let isNew = sequence.note(next, reason: .event, at: .seconds(1), wallOffset: 0)
            #expect(isNew)
        }
    }

    @Test func `another switch, device, or name makes a record of the same snapshot`() {
        let others = [
            Identity(switchName: "SW_DOCK", device: "/dev/input/event1", name: "Lid"),
            Identity(switchName: "SW_LID", device: "/dev/input/event2", name: "Lid"),
            Identity(switchName: "SW_LID", device: "/dev/input/event1", name: "Lid 2"),
            Identity(switchName: nil, device: nil, name: nil),
        ]
        for other in others {
            var sequence = RecordSequence(identity: Self.lid)
            _ = sequence.note(Self.snapshot(.on), reason: .start, at: .seconds(1), wallOffset: 0)
            let isOther = sequence.identify(other)
            #expect(isOther)
            #expect(sequence.identity == other)
            let isNew = sequence.note(
                Self.snapshot(.on),
                reason: .found,
                at: .seconds(1),
                wallOffset: 0
            )
            #expect(isNew)
        }
    }

    @Test func `the same identity again makes no record`() {
        var sequence = RecordSequence(identity: Self.lid)
        _ = sequence.note(Self.snapshot(.on), reason: .start, at: .seconds(1), wallOffset: 0)
        let isOther = sequence.identify(Self.lid)
        #expect(!isOther)
        let isNew = sequence.note(
            Self.snapshot(.on),
            reason: .found,
            at: .seconds(1),
            wallOffset: 0
        )
        #expect(!isNew)
    }

    @Test func `an identity that was another one only between two records makes none`() {
        var sequence = RecordSequence(identity: Self.lid)
        _ = sequence.note(Self.snapshot(.on), reason: .start, at: .seconds(1), wallOffset: 0)
        _ = sequence.identify(Identity(switchName: "SW_LID", device: nil, name: nil))
        _ = sequence.identify(Self.lid)
        let isNew = sequence.note(
            Self.snapshot(.on),
            reason: .found,
            at: .seconds(2),
            wallOffset: 0
        )
        #expect(!isNew)
    }

    @Test func `a record looks like one before with the same identity, whatever came between`()
        throws
    {
        var sequence = RecordSequence(identity: Self.lid)
        var records: [Record] = []
        for device in ["/dev/input/event1", "/dev/input/event2", "/dev/input/event1"] {
            _ = sequence.identify(Identity(switchName: "SW_LID", device: device, name: "Lid"))
            _ = sequence.note(Self.snapshot(.on), reason: .found, at: .seconds(1), wallOffset: 0)
            records.append(try #require(sequence.newest))
        }
        #expect(records.map(\.sequence) == [1, 2, 3])
        #expect(!records[1].looks(like: records[0], in: .json))
        #expect(records[2].looks(like: records[0], in: .json))
    }

    @Test func `a step from assumed off to measured off is none for words`() throws {
        var sequence = RecordSequence(identity: Self.lid)
        let assumed = Snapshot(state: .off, reported: .on, basis: .assumed, focus: .foreground)
        _ = sequence.note(assumed, reason: .foreground, at: .seconds(1), wallOffset: 0)
        let first = try #require(sequence.newest)
        let isNew = sequence.note(
            Self.snapshot(.off),
            reason: .event,
            at: .seconds(2),
            wallOffset: 0
        )
        #expect(isNew)
        let second = try #require(sequence.newest)
        #expect(second.looks(like: first, in: .word))
        #expect(!second.looks(like: first, in: .json))
    }

    @Test func `words look alike exactly where the states do`() {
        for one in SwitchState.allCases {
            for other in SwitchState.allCases {
                let records = [one, other].map { state in
                    Record(
                        snapshot: Self.snapshot(state),
                        sequence: 1,
                        cause: .seconds(0),
                        wallMicroseconds: 0,
                        reason: .start,
                        identity: Identity(switchName: nil, device: nil, name: nil)
                    )
                }
                #expect(records[0].looks(like: records[1], in: .word) == (one == other))
                #expect(records[0].looks(like: records[1], in: .json) == (one == other))
            }
        }
    }

    /// A random walk through the tracker; what is published is compared as rendered.
    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func `nothing is published twice and nothing new is held back`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var rig = TrackerRig(isOn: .random(using: &random))
        var identity = Self.lid
        var sequence = RecordSequence(identity: identity)
        var published: [(snapshot: Snapshot, identity: Identity)] = []
        for step in 0..<200 {
            if let input = Input.everyKind.randomElement(using: &random) {
                rig.take(
                    input,
                    at: Double(step) + .random(in: -2...0, using: &random),
                    now: Double(step)
                )
            }
            if Int.random(in: 0..<10, using: &random) == 0 {
                let device = ["/dev/input/event1", "/dev/input/event2", nil].randomElement(
                    using: &random
                )
                identity = Identity(switchName: "SW_LID", device: device ?? nil, name: "Lid")
                let isDue = sequence.identity != identity
                let isOther = sequence.identify(identity)
                #expect(isOther == isDue)
            }
            let snapshot = rig.tracker.snapshot
            let isNew = sequence.note(
                snapshot,
                reason: .event,
                at: .seconds(Double(step)),
                wallOffset: 0
            )
            let isDue = published.last.map { $0 != (snapshot, identity) } ?? true
            #expect(isNew == isDue)
            if isNew { published.append((snapshot, identity)) }
            let newest = try #require(sequence.newest)
            #expect(newest.sequence == UInt64(published.count))
            #expect(newest.snapshot == snapshot)
        }
        #expect(published.count > 30)
    }
}
