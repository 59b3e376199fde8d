internal import ProximityCore
internal import System

/// Standard output: a line for each record, for as long as the reader takes them.
///
/// The descriptor is inherited, so its flags belong to others too: it is never made non-blocking but
/// asked before each write, and takes a line of at most 4096 bytes whole if it takes anything.
struct LineOutput: ~Copyable {
    /// What became of a record.
    enum Outcome {
        /// It was written, or shows nothing new, or has to wait, or nobody will ever read it.
        case fine
        /// The reader has left.
        case readerLeft
    }

    /// The standard output, or the terminal behind it.
    let descriptor: FileDescriptor
    private let form: RecordForm
    private let isSocket: Bool
    private var line: [UInt8] = []
    /// What the last write did not take of `line`.
    private var rest: Range<Int>?
    private var written: Record?

    /// Whether the last write failed; it is worth another try after a while.
    private(set) var isFailing = false
    /// Whether a record waits for the reader.
    private(set) var isBehind = false
    /// Whether nothing can be written any more.
    private(set) var isLost = false

    /// Makes the output of records in one form.
    init(form: RecordForm) {
        self.form = form
        descriptor = .standardOutput.unshared()
        isSocket = (try? FileStatus.of(descriptor))?.kind == .socket
    }

    /// Writes a record if the reader takes it now, else holds it back.
    mutating func write(
        _ record: Record,
        _ renderer: Renderer,
        _ diagnostics: inout Diagnostics
    ) -> Outcome {
        if isLost { return .fine }
        do throws(Errno) {
            let events = try descriptor.pollNow(for: .writable)
            if !events.isDisjoint(with: .gone) { return lose(&diagnostics) }
            guard events.contains(.writable) else {
                isBehind = true
                return .fine
            }
            if try !finishLine() { return .fine }
            isBehind = false
            if written?.looks(like: record, in: form) == true { return .fine }
            line.removeAll(keepingCapacity: true)
            renderer.append(record, as: form, to: &line)
            rest = line.indices
            _ = try finishLine()
            written = record
            isFailing = false
            return .fine
        } catch {
            return fail(error, &diagnostics)
        }
    }

    /// Takes in what a wait saw of the descriptor besides being writable.
    mutating func lose(_ diagnostics: inout Diagnostics) -> Outcome {
        guard isSocket else { return .readerLeft }
        isLost = true
        isBehind = false
        isFailing = false
        diagnostics.warn("standard output is gone, the bridge goes on without it")
        return .fine
    }

    /// Writes what is left of the line; false if some of it still is.
    private mutating func finishLine() throws(Errno) -> Bool {
        guard let rest else { return true }
        let count = try descriptor.write(line, from: rest.lowerBound)
        let left = rest.dropFirst(count)
        self.rest = left.isEmpty ? nil : left
        isBehind = !left.isEmpty
        return left.isEmpty
    }

    private mutating func fail(_ error: Errno, _ diagnostics: inout Diagnostics) -> Outcome {
        // While nothing of the line is out, a newer record can take its place.
        if rest == line.indices { rest = nil }
        switch error {
        case .brokenPipe: return lose(&diagnostics)
        case .wouldBlock:
            // Someone else made the shared descriptor non-blocking, and took the room.
            isBehind = true
        default:
            isBehind = false
            if !isFailing { diagnostics.warn("cannot write to standard output: \(error)") }
            isFailing = true
        }
        return .fine
    }
}
