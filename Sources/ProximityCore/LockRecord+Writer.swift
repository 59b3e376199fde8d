extension LockRecord {
    /// Renders lock records of one bridge into bytes.
    public struct Writer: Sendable {
        private let header: [UInt8]
        private let headerChecksum: UInt64
        private let record = Array("\nrecord ".utf8)
        private let running = Array(" running\n".utf8)
        private let stopped = Array(" stopped\n".utf8)
        private let sum = Array("sum ".utf8)

        /// Makes a writer for the bridge of a process, whose records end as `ending` says.
        ///
        /// - Parameters:
        ///   - process: The process.
        ///   - boot: The kernel's boot.
        ///   - subject: What is watched and how.
        ///   - words: The words of the switch.
        ///   - ending: `Renderer.ending`, with its newline.
        public init(
            process: Int32,
            boot: String,
            subject: String,
            words: Words,
            ending: [UInt8]
        ) {
            let lines = [
                signature, "pid \(process)", "boot \(boot)", "subject \(subject)",
                "words \(words.on),\(words.off)", "ending ",
            ]
            header = Array(lines.joined(separator: "\n").utf8) + ending + Array("memory ".utf8)
            headerChecksum = checksum(header)
        }

        /// Replaces `text` by what is so at a moment; there is no record before the first.
        public func write(
            _ newest: Record?,
            memory: Memory,
            isStopped: Bool,
            to text: inout [UInt8]
        ) {
            text.removeAll(keepingCapacity: true)
            text += header
            text += SwitchState(memory.reported).rawValue.utf8
            append(memory.focus.rawValue, to: &text)
            append(memory.knownAt, to: &text)
            append(memory.readAt, to: &text)
            append(memory.changedAt, to: &text)
            append(memory.doubtedAt, to: &text)
            append(memory.newestAt, to: &text)
            text += record
            if let newest {
                append(newest, to: &text)
            } else {
                text.append(UInt8(ascii: "-"))
            }
            text += isStopped ? stopped : running
            let checksum = checksum(text, from: header.count, goingOnFrom: headerChecksum)
            text += sum
            JSONText.append(checksum, to: &text)
            text.append(UInt8(ascii: "\n"))
        }

        private func append(_ newest: Record, to text: inout [UInt8]) {
            JSONText.append(newest.sequence, to: &text)
            text.append(UInt8(ascii: " "))
            JSONText.append(newest.cause.microseconds, to: &text)
            text.append(UInt8(ascii: " "))
            JSONText.append(newest.wallMicroseconds, to: &text)
            append(newest.reason.rawValue, to: &text)
            append(newest.snapshot.state.rawValue, to: &text)
            append(newest.snapshot.reported.rawValue, to: &text)
            append(newest.snapshot.basis.rawValue, to: &text)
            append(newest.snapshot.focus.rawValue, to: &text)
        }

        private func append(_ word: String, to text: inout [UInt8]) {
            text.append(UInt8(ascii: " "))
            text += word.utf8
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
}
