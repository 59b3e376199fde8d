internal import CSystem

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// An error number of a system call.
///
/// The corresponding C variable is `errno`.
public struct Errno: Error, RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The C value.
    public let rawValue: Int32

    /// Makes an error of its C value.
    public init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// No such file or directory: `ENOENT`.
    public static let noSuchFileOrDirectory = Errno(rawValue: ENOENT)
    /// Permission denied: `EACCES`.
    public static let permissionDenied = Errno(rawValue: EACCES)
    /// Operation not permitted: `EPERM`.
    public static let notPermitted = Errno(rawValue: EPERM)
    /// File exists: `EEXIST`.
    public static let fileExists = Errno(rawValue: EEXIST)
    /// Resource temporarily unavailable: `EAGAIN`.
    public static let wouldBlock = Errno(rawValue: EAGAIN)
    /// No such device: `ENODEV`.
    public static let noSuchDevice = Errno(rawValue: ENODEV)
    /// No such device or address: `ENXIO`, a FIFO without a reader.
    public static let noSuchAddressOrDevice = Errno(rawValue: ENXIO)
    /// Operation canceled: `ECANCELED`.
    public static let canceled = Errno(rawValue: ECANCELED)
    /// Broken pipe: `EPIPE`.
    public static let brokenPipe = Errno(rawValue: EPIPE)
    /// Not a directory: `ENOTDIR`.
    public static let notDirectory = Errno(rawValue: ENOTDIR)
    /// Too many levels of symbolic links: `ELOOP`, a link where none is followed.
    public static let tooManySymbolicLinkLevels = Errno(rawValue: ELOOP)
    /// No space left on device: `ENOSPC`.
    public static let noSpace = Errno(rawValue: ENOSPC)
    /// Invalid argument: `EINVAL`.
    public static let invalidArgument = Errno(rawValue: EINVAL)
    /// Input/output error: `EIO`.
    public static let ioError = Errno(rawValue: EIO)

    /// Whether it tells of a missing right.
    public var isPermissionProblem: Bool { self == .permissionDenied || self == .notPermitted }

    /// Whether it tells that something is not there, or is just going away.
    public var isAbsence: Bool {
        switch self {
        case .noSuchFileOrDirectory, .notDirectory, .noSuchDevice, .noSuchAddressOrDevice: true
        default: false
        }
    }

    /// The text for people, in English.
    ///
    /// The corresponding C function is `strerror`.
    public var description: String {
        guard let text = unsafe strerror(rawValue) else { return "Error \(rawValue)" }
        return unsafe String(cString: text)
    }
}

/// Calls a C function that gives -1 for an error, again for as long as a signal interrupts it.
func valueOrErrno<Value: FixedWidthInteger>(_ call: () -> Value) throws(Errno) -> Value {
    while true {
        let value = call()
        if value != -1 { return value }
        if errno != EINTR { throw Errno(rawValue: errno) }
    }
}
