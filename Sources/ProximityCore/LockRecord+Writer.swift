extension LockRecord {
    /// Renders the lock records of one bridge.
    ///
    /// The text is made once; what changes has fixed places in it, so that a record costs no more than
    /// its digits.
    public struct Writer: Sendable {
        /// The record that was written last, as bytes for the file.
        public private(set) var text: [UInt8]
        /// The memory in it.
        private var memory = Memory(focus: .unknown)
        private let start: Int
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
            start = header.count
            headerChecksum = checksum(header)
            text = header + Array(Place.template.utf8)
        }

        /// Makes `text` tell what is so at a moment; there is no record before the first.
        public mutating func write(_ record: Record?, memory: Memory, isStopped: Bool) {
            let (start, old) = (start, self.memory)
            self.memory = memory
            var sum = headerChecksum
            var span = text.mutableSpan
            func put(_ code: UInt8, at place: Int, in span: inout MutableSpan<UInt8>) {
                span[start + place] = code
                sum = mix(UInt64(code), into: sum)
            }
            func put(_ number: UInt64, at place: Int, in span: inout MutableSpan<UInt8>) {
                ProximityCore.put(number, at: start + place, in: &span)
                sum = mix(number, into: sum)
            }
            // Most times are the same as before.
            func put(
                _ time: Timestamp?,
                _ old: Timestamp?,
                at place: Int,
                in span: inout MutableSpan<UInt8>
            ) {
                let number = time?.lockNumber ?? .max
                if time != old { ProximityCore.put(number, at: start + place, in: &span) }
                sum = mix(number, into: sum)
            }
            put(SwitchState(memory.reported).lockCode, at: Place.reported, in: &span)
            put(memory.focus.lockCode, at: Place.focus, in: &span)
            put(memory.knownAt, old.knownAt, at: Place.knownAt, in: &span)
            put(memory.readAt, old.readAt, at: Place.readAt, in: &span)
            put(memory.changedAt, old.changedAt, at: Place.changedAt, in: &span)
            put(memory.doubtedAt, old.doubtedAt, at: Place.doubtedAt, in: &span)
            put(memory.newestAt, old.newestAt, at: Place.newestAt, in: &span)
            put(record?.sequence ?? 0, at: Place.sequence, in: &span)
            put(record?.cause.lockNumber ?? 0, at: Place.cause, in: &span)
            put(UInt64(bitPattern: record?.wallMicroseconds ?? 0), at: Place.wall, in: &span)
            let snapshot = record?.snapshot ?? .unknown(focus: .unknown)
            put((record?.reason ?? .start).lockCode, at: Place.reason, in: &span)
            put(snapshot.state.lockCode, at: Place.state, in: &span)
            put(snapshot.reported.lockCode, at: Place.snapshotReported, in: &span)
            put(snapshot.basis.lockCode, at: Place.basis, in: &span)
            put(snapshot.focus.lockCode, at: Place.snapshotFocus, in: &span)
            put(UInt8(ascii: isStopped ? "s" : "r"), at: Place.isStopped, in: &span)
            ProximityCore.put(sum, at: start + Place.sum, in: &span)
        }
    }

    /// Where what changes stands, counted from the end of the header.
    enum Place {
        static let template = """
            memory r f ffffffffffffffff ffffffffffffffff ffffffffffffffff ffffffffffffffff \
            ffffffffffffffff
            record 0000000000000000 0000000000000000 0000000000000000 r s r b f e
            sum 0000000000000000

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

extension Timestamp {
    fileprivate var lockNumber: UInt64 { UInt64(bitPattern: microseconds) }
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
