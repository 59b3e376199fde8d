internal import System

/// Standard output of a command that has all the time there is: it waits for its reader.
public struct CommandOutput: ~Copyable {
    /// How many bytes are written at once, where nobody waits for each line.
    private static let batch = 32 * 1024

    private let descriptor = FileDescriptor.standardOutput
    private let isBatched: Bool
    private var waiting: [UInt8] = []
    /// Whether the reader has left, so that there is nothing more to do.
    public private(set) var hasReaderLeft = false

    /// Makes the output; `isBatched` lets lines wait for others, where all come at once.
    public init(isBatched: Bool = false) {
        self.isBatched = isBatched
    }

    /// Writes a line.
    ///
    /// - Throws: If it cannot be written for another reason than that nobody reads it any more.
    public mutating func write(_ line: [UInt8]) throws(BridgeError) {
        waiting += line
        if !isBatched || waiting.count >= Self.batch { try flush() }
    }

    /// Writes the lines that wait, all of them.
    ///
    /// - Throws: As `write`.
    public mutating func flush() throws(BridgeError) {
        defer { waiting.removeAll(keepingCapacity: true) }
        var start = 0
        while start < waiting.count && !hasReaderLeft {
            do throws(Errno) {
                start += try descriptor.write(waiting, from: start)
            } catch .brokenPipe {
                hasReaderLeft = true
            } catch .wouldBlock {
                // Someone else made the shared descriptor non-blocking.
                wait()
            } catch {
                throw BridgeError("cannot write to standard output: \(error)")
            }
        }
    }

    private func wait() {
        var poll = Poll(slotCount: 1)
        poll.watch(0, descriptor, for: .writable)
        // If it cannot be waited for, it is tried again at once.
        try? poll.wait(milliseconds: nil)
    }
}
