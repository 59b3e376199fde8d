public import System

/// Why a command cannot go on: one sentence for people, and an exit status for scripts.
public struct BridgeError: Error, Sendable {
    /// Object and cause, lower case, without the program's name.
    public let message: String
    /// What the process ends with.
    public let status: ExitStatus

    /// Makes an error of a sentence.
    public init(_ message: String, status: ExitStatus = .failure) {
        self.message = message
        self.status = status
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
    }
}
