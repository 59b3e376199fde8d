internal import ProximityCore
public import System

/// Waits for a bridge to write its lock file, to end, or to appear, and disturbs none.
public struct LockWatch: ~Copyable {
    private let files: PathWatch
    private var process: ProcessWatch?

    /// Watches the locks beside state files, whether or not they are there yet.
    ///
    /// What is written from now on wakes, so the locks are looked at after this.
    public init(_ statePaths: [FilePath]) throws(BridgeError) {
        do throws(Errno) {
            files = try PathWatch(contentsOf: statePaths.map { $0.extended(by: ".lock") })
        } catch {
            throw BridgeError("cannot watch for a bridge: \(error)")
        }
    }

    /// Also waits for a process to end, whose lock is to be looked at once more after this.
    public mutating func watch(process identifier: Int32) {
        // One that cannot be watched has ended by now.
        process = try? ProcessWatch(identifier)
    }

    /// Waits.
    ///
    /// - Returns: False if whoever reads standard output has left.
    /// - Throws: If the kernel cannot wait.
    public func wait() throws(BridgeError) -> Bool {
        var poll = Poll(slotCount: 3)
        poll.watch(0, files.descriptor, for: .readable)
        switch process {
        case .none: break
        case .some(let process): poll.watch(1, process.descriptor, for: .readable)
        }
        poll.watch(2, .standardOutput, for: [])
        do throws(Errno) {
            try poll.wait(milliseconds: nil)
        } catch {
            throw BridgeError("cannot wait for a bridge: \(error)")
        }
        return poll[2].isDisjoint(with: .gone)
    }
}
