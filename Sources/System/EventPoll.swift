internal import CSystem

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// Descriptors that are seldom ready, as one that is ready when any of them is.
///
/// To wait for one more by `poll` costs as much each time as all of these together.
/// The corresponding C functions are `epoll_create1` and `epoll_ctl`.
public struct EventPoll: ~Copyable {
    /// Readable while one of those added is.
    public let descriptor: FileDescriptor

    /// Makes one without any.
    public init() throws(Errno) {
        descriptor = FileDescriptor(
            owning: try valueOrErrno { epoll_create1(Int32(EPOLL_CLOEXEC)) }
        )
    }

    /// Adds a descriptor, for as long as that is open.
    public func add(_ other: borrowing FileDescriptor) throws(Errno) {
        let (rawValue, otherValue) = (descriptor.rawValue, other.rawValue)
        _ = try valueOrErrno { csystem_epoll_add(rawValue, otherValue) }
    }
}
