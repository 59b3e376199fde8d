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
            let memory = lines[6].value(after: "memory ").flatMap({ Memory(lockText: $0) }),
            let moment = lines[7].value(after: "record "),
            let sum = lines[8].value(after: "sum ").flatMap({ UInt64($0) }),
            sum == checksum(Array(text[..<lines[8].startIndex]))
        else { return nil }
        var fields = moment.split(separator: " ").map { String($0) }
        let last = fields.popLast()
        guard last == "stopped" || last == "running" else { return nil }
        let record = Record(lockFields: fields)
        guard record != nil || fields == ["-"] else { return nil }
        self.process = process
        self.boot = boot
        self.subject = subject
        self.words = words
        self.ending = lines[5].dropFirst("ending ".utf8.count) + [newline]
        self.record = record
        self.memory = memory
        isStopped = last == "stopped"
    }
}

let signature = "proxbridge-lock 2"
private let newline = UInt8(ascii: "\n")

extension Record {
    fileprivate init?(lockFields fields: [String]) {
        guard fields.count == 8, let sequence = UInt64(fields[0]), let cause = Int64(fields[1]),
            let wallMicroseconds = Int64(fields[2]), let reason = Reason(rawValue: fields[3]),
            let state = SwitchState(rawValue: fields[4]),
            let reported = SwitchState(rawValue: fields[5]),
            let basis = Basis(rawValue: fields[6]), let focus = Focus(rawValue: fields[7])
        else { return nil }
        self.init(
            snapshot: Snapshot(state: state, reported: reported, basis: basis, focus: focus),
            sequence: sequence,
            cause: Timestamp(microseconds: cause),
            wallMicroseconds: wallMicroseconds,
            reason: reason,
            identity: Identity(switchName: nil, device: nil, name: nil)
        )
    }
}

extension Memory {
    fileprivate init?(lockText: String) {
        let fields = lockText.split(separator: " ")
        guard fields.count == 7,
            let reported = SwitchState(rawValue: String(fields[0])),
            let focus = Focus(rawValue: String(fields[1]))
        else { return nil }
        self.init(focus: focus)
        self.reported = reported == .unknown ? nil : reported == .on
        var times: [Timestamp?] = []
        for field in fields.dropFirst(2) {
            let microseconds = Int64(field)
            guard field == "-" || microseconds ?? -1 >= 0 else { return nil }
            times.append(microseconds.map { Timestamp(microseconds: $0) })
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

/// FNV-1a of 64 bits: tells a torn record from a whole one, and is no defence against malice.
///
/// - Parameters:
///   - bytes: What is summed up.
///   - start: The index of the first byte that is.
///   - sum: The sum of those before.
func checksum(
    _ bytes: [UInt8],
    from start: Int = 0,
    goingOnFrom sum: UInt64 = 0xcbf2_9ce4_8422_2325
) -> UInt64 {
    let span = bytes.span
    var sum = sum
    for index in start..<span.count { sum = (sum ^ UInt64(span[index])) &* 0x0000_0100_0000_01b3 }
    return sum
}
