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
            var sum = headerChecksum
            write(memory, mixing: &sum)
            write(record, isStopped: isStopped, mixing: &sum)
            self.memory = memory
            let place = start + Place.sum
            var span = text.mutableSpan
            putDigits(of: sum, at: place, in: &span)
        }

        private mutating func write(_ memory: Memory, mixing sum: inout UInt64) {
            let (start, old) = (start, self.memory)
            var span = text.mutableSpan
            put(SwitchState(memory.reported).lockCode, at: start + Place.reported, in: &span, &sum)
            put(memory.focus.lockCode, at: start + Place.focus, in: &span, &sum)
            put(memory.knownAt, old.knownAt, at: start + Place.knownAt, in: &span, &sum)
            put(memory.readAt, old.readAt, at: start + Place.readAt, in: &span, &sum)
            put(memory.changedAt, old.changedAt, at: start + Place.changedAt, in: &span, &sum)
            put(memory.doubtedAt, old.doubtedAt, at: start + Place.doubtedAt, in: &span, &sum)
            put(memory.newestAt, old.newestAt, at: start + Place.newestAt, in: &span, &sum)
        }

        private mutating func write(
            _ record: Record?,
            isStopped: Bool,
            mixing sum: inout UInt64
        ) {
            let start = start
            let snapshot = record?.snapshot ?? .unknown(focus: .unknown)
            let wall = UInt64(bitPattern: record?.wallMicroseconds ?? 0)
            var span = text.mutableSpan
            put(record?.sequence ?? 0, at: start + Place.sequence, in: &span, &sum)
            put(record?.cause.lockNumber ?? 0, at: start + Place.cause, in: &span, &sum)
            put(wall, at: start + Place.wall, in: &span, &sum)
            put((record?.reason ?? .start).lockCode, at: start + Place.reason, in: &span, &sum)
            put(snapshot.state.lockCode, at: start + Place.state, in: &span, &sum)
            put(snapshot.reported.lockCode, at: start + Place.snapshotReported, in: &span, &sum)
            put(snapshot.basis.lockCode, at: start + Place.basis, in: &span, &sum)
            put(snapshot.focus.lockCode, at: start + Place.snapshotFocus, in: &span, &sum)
            put(UInt8(ascii: isStopped ? "s" : "r"), at: start + Place.isStopped, in: &span, &sum)
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

/// Puts a code in place, and mixes it into the sum.
private func put(
    _ code: UInt8,
    at place: Int,
    in text: inout MutableSpan<UInt8>,
    _ sum: inout UInt64
) {
    text[place] = code
    sum = mix(UInt64(code), into: sum)
}

/// Puts a number in place, and mixes it into the sum.
private func put(
    _ number: UInt64,
    at place: Int,
    in text: inout MutableSpan<UInt8>,
    _ sum: inout UInt64
) {
    putDigits(of: number, at: place, in: &text)
    sum = mix(number, into: sum)
}

/// Puts a time in place unless it stands there, and mixes it into the sum.
private func put(
    _ time: Timestamp?,
    _ old: Timestamp?,
    at place: Int,
    in text: inout MutableSpan<UInt8>,
    _ sum: inout UInt64
) {
    let number = time?.lockNumber ?? .max
    if time != old { putDigits(of: number, at: place, in: &text) }
    sum = mix(number, into: sum)
}

/// Puts the sixteen hexadecimal digits of a number in place.
private func putDigits(of number: UInt64, at place: Int, in text: inout MutableSpan<UInt8>) {
    var rest = number
    var index = place + 16
    while index > place {
        index -= 1
        let digit = UInt8(truncatingIfNeeded: rest & 0xf)
        text[index] = digit + (digit < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10)
        rest >>= 4
    }
}
