import ProximityCore
import Testing

struct LockRecordTests {
    private static let words = SwitchProfile(kernelName: "SW_LID").words

    private static func memory(using random: inout SeededGenerator) -> Memory {
        func time() -> Timestamp? {
            let microseconds = Int64.random(in: 0...Int64.max, using: &random)
            return Bool.random(using: &random) ? Timestamp(microseconds: microseconds) : nil
        }
        var memory = Memory(focus: Focus.allCases.randomElement(using: &random) ?? .unknown)
        memory.reported = [true, false, nil].randomElement(using: &random) ?? nil
        memory.knownAt = time()
        memory.readAt = time()
        memory.changedAt = time()
        memory.doubtedAt = time()
        memory.newestAt = time()
        return memory
    }

    static let identity = Identity(switchName: "SW_LID", device: "/dev/input/event4", name: "Lid é")

    static func record(_ state: SwitchState, reason: Reason = .event, wall: Int64 = 7) -> Record {
        Record(
            snapshot: Snapshot(state: state, reported: .on, basis: .assumed, focus: .foreground),
            sequence: 42,
            cause: .seconds(1),
            wallMicroseconds: wall,
            reason: reason,
            identity: identity
        )
    }

    static func json(_ record: Record, words: Words = words) -> String {
        var line: [UInt8] = []
        Renderer(words: words, identity: identity).append(record, as: .json, to: &line)
        return String(decoding: line.dropLast(), as: UTF8.self)
    }

    static func text(
        _ memory: Memory = Memory(focus: .unknown),
        _ record: Record? = record(.on),
        isStopped: Bool = false,
        words: Words = words,
        subject: String = "SW_LID assume plain",
        identity: Identity = identity
    ) -> [UInt8] {
        var writer = LockRecord.Writer(
            process: 4_711,
            boot: "a-b-c",
            subject: subject,
            words: words,
            ending: Renderer(words: words, identity: identity).ending
        )
        // What is written first leaves nothing behind.
        writer.write(Self.record(.off), memory: Memory(focus: .background), isStopped: !isStopped)
        writer.write(record, memory: memory, isStopped: isStopped)
        return writer.text
    }

    @Test(arguments: 1...50 as ClosedRange<UInt64>)
    func `a record reads back`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let memory = Self.memory(using: &random)
        for state in SwitchState.allCases {
            for isStopped in [true, false] {
                let wall = Int64.random(in: -100_000_000_000...100_000_000_000, using: &random)
                let reason = try #require(Reason.allCases.randomElement(using: &random))
                let record = Self.record(state, reason: reason, wall: wall)
                let read = LockRecord(Self.text(memory, record, isStopped: isStopped))
                let found = try #require(read)
                #expect(found.process == 4_711 && found.boot == "a-b-c")
                #expect(found.subject == "SW_LID assume plain" && found.words == Self.words)
                #expect(found.memory == memory && found.isStopped == isStopped)
                #expect(found.state == state && found.snapshot == record.snapshot)
                #expect(found.json == Self.json(record))
            }
        }
    }

    @Test func `there is none before the first record`() throws {
        let record = try #require(LockRecord(Self.text(Memory(focus: .unknown), nil)))
        #expect(record.record == nil && record.json == "")
        #expect(record.state == .unknown)
        #expect(record.memory == Memory(focus: .unknown))
    }

    @Test func `hostile words of the user read back`() throws {
        for text in ["\",\\", "隠,見", "pid,sum", "e\u{301},è"] {
            let words = try #require(Words(text))
            let read = try #require(LockRecord(Self.text(words: words)))
            #expect(read.words == words)
            #expect(read.json == Self.json(Self.record(.on), words: words))
        }
    }

    @Test func `what a longer record left behind does no harm`() {
        let text = Self.text()
        let due = LockRecord(text)
        #expect(due != nil)
        for rest in ["x", "\n", "\n\n\n", "sum 1\n", String(repeating: "record\n", count: 50)] {
            #expect(LockRecord(text + Array(rest.utf8)) == due)
        }
        #expect(LockRecord(text + [0x00, 0xff]) == due)
    }

    @Test func `a part of a record is none`() {
        let text = Self.text()
        for length in 0..<text.count {
            #expect(LockRecord(text.prefix(length)) == nil, "\(length)")
        }
    }

    @Test func `a record with another byte anywhere is none`() {
        let text = Self.text()
        for position in text.indices {
            for mask in [0x01, 0x10, 0x80] as [UInt8] {
                var other = text
                other[position] ^= mask
                #expect(LockRecord(other) == nil, "byte \(position)")
            }
        }
    }

    @Test func `a record with two bytes exchanged is none`() {
        let text = Self.text()
        for position in text.indices.dropLast() where text[position] != text[position + 1] {
            var other = text
            other.swapAt(position, position + 1)
            #expect(LockRecord(other) == nil, "byte \(position)")
        }
    }

    @Test func `the start of one record and the rest of another are none`() {
        var memory = Memory(focus: .foreground)
        memory.reported = true
        memory.readAt = .seconds(5)
        let old = Self.text(memory)
        memory.readAt = .seconds(6)
        let new = Self.text(memory, Self.record(.off))
        for cut in 0...new.count {
            let torn = new.prefix(cut) + old.dropFirst(cut)
            let read = LockRecord(torn)
            #expect(read == nil || read == LockRecord(old) || read == LockRecord(new))
            if cut == 0 { #expect(read == LockRecord(old)) }
            if cut == new.count { #expect(read == LockRecord(new)) }
        }
    }

    @Test func `anything else is no record`() {
        for text in ["", "\n", "4711\n", "proxbridge-lock 2\n", "near\n", "{}\n"] {
            #expect(LockRecord(Array(text.utf8)) == nil)
        }
    }
}
