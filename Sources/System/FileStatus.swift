internal import CSystem

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// What the file system knows of a file.
///
/// The corresponding C type is `struct stat`.
public struct FileStatus: Sendable {
    /// What kind of file it is.
    public enum Kind: Sendable {
        /// An ordinary file.
        case regular
        /// A folder.
        case directory
        /// A symbolic link.
        case symbolicLink
        /// A named or unnamed pipe.
        case fifo
        /// A character device.
        case characterDevice
        /// A socket.
        case socket
        /// A block device, or what a later kernel brings.
        case other
    }

    /// What kind of file it is.
    public let kind: Kind
    /// The twelve mode bits.
    public let permissions: UInt32
    /// The owner's number.
    public let owner: UInt32
    /// The group's number.
    public let group: UInt32
    /// The numbers that name the file itself, whatever its path.
    public let identity: Identity
    /// Major and minor number of a device.
    public let device: (major: UInt32, minor: UInt32)

    /// The numbers that name a file itself.
    public struct Identity: Equatable, Sendable {
        let device: UInt64
        let inode: UInt64
    }

    /// Looks at a path.
    ///
    /// The corresponding C functions are `stat` and `lstat`.
    public static func of(
        _ path: FilePath,
        followingLinks: Bool = true
    ) throws(Errno) -> FileStatus {
        var status = stat()
        _ = try valueOrErrno {
            unsafe followingLinks
                ? stat(path.characters, &status) : lstat(path.characters, &status)
        }
        return FileStatus(status)
    }

    /// Looks at an open file.
    ///
    /// The corresponding C function is `fstat`.
    public static func of(_ descriptor: borrowing FileDescriptor) throws(Errno) -> FileStatus {
        var status = stat()
        let rawValue = descriptor.rawValue
        _ = try valueOrErrno { unsafe fstat(rawValue, &status) }
        return FileStatus(status)
    }

    private init(_ status: stat) {
        kind =
            switch status.st_mode & S_IFMT {
            case S_IFREG: .regular
            case S_IFDIR: .directory
            case S_IFLNK: .symbolicLink
            case S_IFIFO: .fifo
            case S_IFCHR: .characterDevice
            case S_IFSOCK: .socket
            default: .other
            }
        permissions = UInt32(status.st_mode & 0o7777)
        owner = status.st_uid
        group = status.st_gid
        identity = Identity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
        device = (csystem_major(status.st_rdev), csystem_minor(status.st_rdev))
    }
}
