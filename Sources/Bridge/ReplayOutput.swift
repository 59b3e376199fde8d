internal import System

/// Standard output of a command that has all the time there is: it waits for its reader.
struct ReplayOutput: ~Copyable {
    private let descriptor = FileDescriptor.standardOutput
    /// Whether the reader has left, so that there is nothing more to do.
    private(set) var hasReaderLeft = false

    /// Writes a line, all of it.
    ///
    /// - Throws: If it cannot be written for another reason than that nobody reads it any more.
    mutating func write(_ line: [UInt8]) throws(BridgeError) {
        var start = 0
        while start < line.count && !hasReaderLeft {
            do throws(Errno) {
                start += try descriptor.write(line, from: start)
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
