/// The exit statuses of all commands; 2 and 4 are those of the LSB's init scripts.
public enum ExitStatus: Int32, Sendable {
    /// Done, or stopped by a signal or by a reader that left.
    case done = 0
    /// A failure that has no number of its own.
    case failure = 1
    /// The command line is wrong.
    case usage = 2
    /// The state is unknown, or no bridge runs.
    case unknown = 3
    /// Permission denied.
    case permissionDenied = 4
    /// No such device, not an event device, or no such switch.
    case noDevice = 5
    /// A bridge is already running here.
    case alreadyRunning = 6
}
