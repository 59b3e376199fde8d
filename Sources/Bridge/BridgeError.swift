public import System

/// Why a command cannot go on: one sentence for people, and an exit status for scripts.
public struct BridgeError: Error, Sendable {
    /// Object and cause, lower case, without the program's name.
    public let message: String
    /// What the process ends with.
    public let status: ExitStatus
    /// What a system call said, nothing if the rules of this program refuse.
    public let cause: Errno?

    /// Makes an error of a sentence.
    public init(_ message: String, status: ExitStatus = .failure, cause: Errno? = nil) {
        self.message = message
        self.status = status
        self.cause = cause
    }

    /// Makes the error of an operation that failed on a path, `cannot open PATH: Is a directory`.
    ///
    /// A missing right has a status of its own, whatever was tried.
    public init(
        cannot operation: String,
        _ path: FilePath,
        _ error: Errno,
        status: ExitStatus = .failure
    ) {
        message = "cannot \(operation) \(printable(path)): \(error)"
        self.status = error.isPermissionProblem ? .permissionDenied : status
        cause = error
    }
}
