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
    /// The newest published state.
    public let state: SwitchState
    /// The newest record in full, in json form without its newline; empty before the first.
    public let json: String
    /// What the tracker remembers.
    public let memory: Memory
    /// Whether the bridge came to its end in good order.
    public let isStopped: Bool

    /// What the bridge says, with what it rests on.
    public var snapshot: Snapshot {
        if state == .unknown { return .unknown(focus: memory.focus) }
        let reported = SwitchState(memory.reported)
        let basis: Basis = state == reported ? .measured : .assumed
        return Snapshot(state: state, reported: reported, basis: basis, focus: memory.focus)
    }

    /// Makes a record of its parts.
    public init(
        process: Int32,
        boot: String,
        subject: String,
        words: Words,
        state: SwitchState,
        json: String,
        memory: Memory,
        isStopped: Bool
    ) {
        self.process = process
        self.boot = boot
        self.subject = subject
        self.words = words
        self.state = state
        self.json = json
        self.memory = memory
        self.isStopped = isStopped
    }
}

extension LockRecord {
    /// Renders lock records of one bridge into bytes.
    public struct Writer: Sendable {
        private let header: [UInt8]
        private let headerChecksum: UInt64
        private let ends = (
            running: Array(" running\nmemory ".utf8), stopped: Array(" stopped\nmemory ".utf8)
        )
        private let record = Array("\nrecord ".utf8)
        private let sum = Array("sum ".utf8)

        /// Makes a writer for the bridge of a process.
        public init(process: Int32, boot: String, subject: String, words: Words) {
            let lines = [
                signature, "pid \(process)", "boot \(boot)", "subject \(subject)",
                "words \(words.on),\(words.off)", "state ",
            ]
            header = Array(lines.joined(separator: "\n").utf8)
            headerChecksum = checksum(header)
        }

        /// Replaces `text` by the record of a moment; `json` is the record's line, or empty.
        public func write(
            state: SwitchState,
            json: [UInt8],
            memory: Memory,
            isStopped: Bool,
            to text: inout [UInt8]
        ) {
            text.removeAll(keepingCapacity: true)
            text += header
            text += state.rawValue.utf8
            text += isStopped ? ends.stopped : ends.running
            text += SwitchState(memory.reported).rawValue.utf8
            text.append(UInt8(ascii: " "))
            text += memory.focus.rawValue.utf8
            append(memory.knownAt, to: &text)
            append(memory.readAt, to: &text)
            append(memory.changedAt, to: &text)
            append(memory.doubtedAt, to: &text)
            append(memory.newestAt, to: &text)
            text += record
            text += json
            if json.last != UInt8(ascii: "\n") { text.append(UInt8(ascii: "\n")) }
            let checksum = checksum(text, from: header.count, goingOnFrom: headerChecksum)
            text += sum
            JSONText.append(checksum, to: &text)
            text.append(UInt8(ascii: "\n"))
        }

        private func append(_ time: Timestamp?, to text: inout [UInt8]) {
            text.append(UInt8(ascii: " "))
            if let time {
                JSONText.append(UInt64(max(0, time.microseconds)), to: &text)
            } else {
                text.append(UInt8(ascii: "-"))
            }
        }
    }

    /// Parses the content of a lock file; nothing if it is torn, empty, or not one.
    public init?(_ text: some Collection<UInt8>) {
        let lines = text.split(
            separator: UInt8(ascii: "\n"),
            maxSplits: 9,
            omittingEmptySubsequences: false
        )
        guard lines.count == 10, lines[0].elementsEqual(signature.utf8),
            let process = lines[1].value(after: "pid ").flatMap({ Int32($0) }),
            let boot = lines[2].value(after: "boot "),
            let subject = lines[3].value(after: "subject "),
            let words = lines[4].value(after: "words ").flatMap({ Words($0) }),
            let status = lines[5].value(after: "state "),
            let memory = lines[6].value(after: "memory ").flatMap({ Memory(lockText: $0) }),
            let json = lines[7].value(after: "record "),
            let sum = lines[8].value(after: "sum ").flatMap({ UInt64($0) }),
            sum == checksum(Array(text[..<lines[8].startIndex]))
        else { return nil }
        let fields = status.split(separator: " ")
        guard fields.count == 2, let state = SwitchState(rawValue: String(fields[0])),
            fields[1] == "stopped" || fields[1] == "running"
        else { return nil }
        self.init(
            process: process,
            boot: boot,
            subject: subject,
            words: words,
            state: state,
            json: json,
            memory: memory,
            isStopped: fields[1] == "stopped"
        )
    }
}

private let signature = "proxbridge-lock 1"

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
