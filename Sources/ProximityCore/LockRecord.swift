/// What a bridge writes into its lock file, for other commands and for its successor.
///
/// Text in lines, the last of which is a checksum over those before: the file is written in place, so
/// a reader can meet half of one record and half of another. What stands behind the checksum is left
/// over from a longer record.
public struct LockRecord: Equatable, Sendable {
    /// The process that holds the lock.
    public let process: Int32
    /// The kernel's boot, since its clock starts again with it (`/proc/sys/kernel/random/boot_id`).
    public let boot: String
    /// What is watched and how; a bridge that does otherwise cannot go on from the memory.
    public let subject: String
    /// The words of the switch.
    public let words: Words
    /// How the json form of its records ends, with the texts that are the same in all of them.
    let ending: [UInt8]
    /// The newest record without its identity, nothing before the first.
    public let record: Record?
    /// What the tracker remembers.
    public let memory: Memory
    /// Whether the bridge came to its end in good order.
    public let isStopped: Bool

    /// What the bridge says, with what it rests on.
    public var snapshot: Snapshot { record?.snapshot ?? .unknown(focus: memory.focus) }

    /// The newest published state.
    public var state: SwitchState { snapshot.state }

    /// The newest record in full, in json form without its newline; empty before the first.
    public var json: String {
        guard let record else { return "" }
        var line: [UInt8] = []
        Renderer(words: words, ending: ending).append(record, as: .json, to: &line)
        return String(decoding: line.dropLast(), as: UTF8.self)
    }
}

extension LockRecord {
    /// Parses the content of a lock file; nothing if it is torn, empty, or not one.
    public init?(_ text: some Collection<UInt8>) {
        let lines = text.split(
            separator: newline,
            maxSplits: 9,
            omittingEmptySubsequences: false
        )
        guard lines.count == 10, lines[0].elementsEqual(signature.utf8),
            let process = lines[1].value(after: "pid ").flatMap({ Int32($0) }),
            let boot = lines[2].value(after: "boot "),
            let subject = lines[3].value(after: "subject "),
            let words = lines[4].value(after: "words ").flatMap({ Words($0) }),
            lines[5].starts(with: "ending ".utf8),
            let past = lines[6].value(after: "memory ")?.split(separator: " "),
            let present = lines[7].value(after: "record ")?.split(separator: " "),
            let sum = lines[8].value(after: "sum ").flatMap({ lockNumber($0) }),
            sum == lockSum(text[..<lines[6].startIndex], past + present),
            let memory = Memory(lockFields: past), present.count == 9,
            let sequence = lockNumber(present[0]),
            let record = Record(lockFields: present, sequence: sequence),
            present[8] == "s" || present[8] == "r"
        else { return nil }
        self.process = process
        self.boot = boot
        self.subject = subject
        self.words = words
        self.ending = lines[5].dropFirst("ending ".utf8.count) + [newline]
        self.record = sequence == 0 ? nil : record
        self.memory = memory
        isStopped = present[8] == "s"
    }
}

let signature = "proxbridge-lock 2"
private let newline = UInt8(ascii: "\n")

/// Reads a number of sixteen hexadecimal digits.
private func lockNumber(_ text: some StringProtocol) -> UInt64? {
    text.utf8.count == 16 ? UInt64(text, radix: 16) : nil
}

extension Record {
    fileprivate init?(lockFields fields: [Substring], sequence: UInt64) {
        guard let cause = lockNumber(fields[1]), let wall = lockNumber(fields[2]),
            let reason = Reason(lockCode: fields[3]), let state = SwitchState(lockCode: fields[4]),
            let reported = SwitchState(lockCode: fields[5]), let basis = Basis(lockCode: fields[6]),
            let focus = Focus(lockCode: fields[7])
        else { return nil }
        self.init(
            snapshot: Snapshot(state: state, reported: reported, basis: basis, focus: focus),
            sequence: sequence,
            cause: Timestamp(microseconds: Int64(bitPattern: cause)),
            wallMicroseconds: Int64(bitPattern: wall),
            reason: reason,
            identity: Identity(switchName: nil, device: nil, name: nil)
        )
    }
}

extension Memory {
    fileprivate init?(lockFields fields: [Substring]) {
        guard fields.count == 7, let reported = SwitchState(lockCode: fields[0]),
            let focus = Focus(lockCode: fields[1])
        else { return nil }
        self.init(focus: focus)
        self.reported = reported == .unknown ? nil : reported == .on
        var times: [Timestamp?] = []
        for field in fields.dropFirst(2) {
            // No time is negative but the one that stands for none.
            guard let number = lockNumber(field), number == .max || number <= Int64.max else {
                return nil
            }
            times.append(number == .max ? nil : Timestamp(microseconds: Int64(number)))
        }
        (knownAt, readAt, changedAt) = (times[0], times[1], times[2])
        (doubtedAt, newestAt) = (times[3], times[4])
    }
}

extension Collection<UInt8> {
    fileprivate func value(after key: String) -> String? {
        starts(with: key.utf8) ? String(decoding: dropFirst(key.utf8.count), as: UTF8.self) : nil
    }
}

/// Sums up a header's bytes, and the numbers and codes of the other lines in their order.
///
/// It tells a torn record from a whole one, and is no defence against malice.
func lockSum(_ header: some Sequence<UInt8>, _ fields: [Substring]) -> UInt64 {
    fields.reduce(checksum(header)) { sum, field in
        let code = field.utf8.count == 1 ? field.utf8.first.map { UInt64($0) } : nil
        return mix(code ?? lockNumber(field) ?? 0, into: sum)
    }
}

/// FNV-1a of 64 bits.
func checksum(_ bytes: some Sequence<UInt8>) -> UInt64 {
    bytes.reduce(0xcbf2_9ce4_8422_2325) { mix(UInt64($1), into: $0) }
}

/// One step of it, with a byte or with a whole number.
func mix(_ number: UInt64, into sum: UInt64) -> UInt64 {
    (sum ^ number) &* 0x0000_0100_0000_01b3
}
