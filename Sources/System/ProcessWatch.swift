internal import CSystem

/// Wakes when another process has ended, and let go of all that it held.
///
/// The corresponding C function is `pidfd_open`.
public struct ProcessWatch: ~Copyable {
    /// Readable when the process has ended.
    public let descriptor: FileDescriptor

    /// Watches a process.
    ///
    /// - Throws: `ESRCH` if there is none with that number.
    public init(_ identifier: Int32) throws(Errno) {
        descriptor = FileDescriptor(
            owning: try valueOrErrno { csystem_pidfd_open(identifier) }
        )
    }
}
