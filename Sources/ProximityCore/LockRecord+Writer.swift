extension LockRecord {
    /// Renders the lock records of one bridge.
    ///
    /// The text is made once; what changes has fixed places in it, so that a record costs no more than
    /// its digits.
    public struct Writer: Sendable {
        /// The record that was written last, as bytes for the file.
        public private(set) var text: [UInt8]
        private let headerCount: Int
        private let headerChecksum: UInt64

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
            let header = Array(lines.joined(separator: "\n").utf8) + ending
            headerCount = header.count
            headerChecksum = checksum(header)
            text = header + Array(Place.template.utf8)
        }

        /// Makes `text` tell what is so at a moment; there is no record before the first.
        public mutating func write(_ record: Record?, memory: Memory, isStopped: Bool) {
            let start = headerCount
            var span = text.mutableSpan
            span[start + Place.reported] = SwitchState(memory.reported).lockCode
            span[start + Place.focus] = memory.focus.lockCode
            put(memory.knownAt, at: start + Place.knownAt, in: &span)
            put(memory.readAt, at: start + Place.readAt, in: &span)
            put(memory.changedAt, at: start + Place.changedAt, in: &span)
            put(memory.doubtedAt, at: start + Place.doubtedAt, in: &span)
            put(memory.newestAt, at: start + Place.newestAt, in: &span)
            let snapshot = record?.snapshot ?? .unknown(focus: .unknown)
            put(record?.sequence ?? 0, at: start + Place.sequence, in: &span)
            put(record?.cause, at: start + Place.cause, in: &span)
            put(
                UInt64(bitPattern: record?.wallMicroseconds ?? 0),
                at: start + Place.wall,
                in: &span
            )
            span[start + Place.reason] = (record?.reason ?? .start).lockCode
            span[start + Place.state] = snapshot.state.lockCode
            span[start + Place.snapshotReported] = snapshot.reported.lockCode
            span[start + Place.basis] = snapshot.basis.lockCode
            span[start + Place.snapshotFocus] = snapshot.focus.lockCode
            span[start + Place.isStopped] = UInt8(ascii: isStopped ? "s" : "r")
            let end = start + Place.sum - "sum ".utf8.count
            let sum = checksum(text, from: start, upTo: end, goingOnFrom: headerChecksum)
            span = text.mutableSpan
            put(sum, at: start + Place.sum, in: &span)
        }
    }

    /// Where what changes stands, counted from the end of the header.
    enum Place {
        static let template = """
            memory r f 0123456789abcdef 0123456789abcdef 0123456789abcdef 0123456789abcdef \
            0123456789abcdef
            record 0123456789abcdef 0123456789abcdef 0123456789abcdef r s r b f e
            sum 0123456789abcdef

            """
        static let reported = 7
        static let focus = 9
        static let knownAt = 11
        static let readAt = 28
        static let changedAt = 45
        static let doubtedAt = 62
        static let newestAt = 79
        static let sequence = 103
        static let cause = 120
        static let wall = 137
        static let reason = 154
        static let state = 156
        static let snapshotReported = 158
        static let basis = 160
        static let snapshotFocus = 162
        static let isStopped = 164
        static let sum = 170
    }
}

/// Puts a time in place, as the number of its microseconds; that of none is -1.
private func put(_ time: Timestamp?, at place: Int, in text: inout MutableSpan<UInt8>) {
    put(UInt64(bitPattern: time?.microseconds ?? -1), at: place, in: &text)
}

/// Puts a number in place, as sixteen hexadecimal digits.
private func put(_ number: UInt64, at place: Int, in text: inout MutableSpan<UInt8>) {
    var rest = number
    var index = place + 16
    while index > place {
        index -= 1
        let digit = UInt8(truncatingIfNeeded: rest & 0xf)
        text[index] = digit + (digit < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10)
        rest >>= 4
    }
}
