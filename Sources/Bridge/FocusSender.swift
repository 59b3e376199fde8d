public import ProximityCore
public import System

/// Sends focus messages into the FIFO of a bridge, without ever waiting.
public struct FocusSender {
    /// What became of a message.
    public enum Outcome: Equatable, Sendable {
        /// It is in the FIFO, and a bridge reads that.
        case taken
        /// The FIFO is full.
        case full
        /// No bridge reads the FIFO, or there is none.
        case noReader
    }

    private let path: FilePath

    /// Makes a sender to the FIFO at a path.
    public init(_ path: FilePath) {
        self.path = path
    }

    /// Sends a message.
    ///
    /// - Returns: Whether it was taken.
    /// - Throws: If the path is not a FIFO, or this user may not write to it.
    public func send(_ message: FocusMessage) throws(BridgeError) -> Outcome {
        do throws(Errno) {
            // Looked at before it is opened, so that nothing else is ever opened for writing.
            let found = try FileDescriptor.open(path, .path)
            if try FileStatus.of(found).kind == .fifo {
                let end = try found.reopen(.writeOnly, options: .nonBlocking)
                _ = try end.write(message.line)
                return .taken
            }
        } catch .noSuchAddressOrDevice {
            return .noReader
        } catch .noSuchFileOrDirectory {
            return .noReader
        } catch .brokenPipe {
            return .noReader
        } catch .wouldBlock {
            return .full
        } catch {
            throw BridgeError(cannot: "write to", path, error)
        }
        throw BridgeError("cannot write to \(printable(path)): it is not a FIFO")
    }
}
