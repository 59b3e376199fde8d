internal import CSystem

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// An open file, closed when its owner goes, unless it was inherited.
public struct FileDescriptor: ~Copyable {
    /// The C value.
    public let rawValue: Int32
    private let isOwned: Bool

    init(owning rawValue: Int32) {
        self.rawValue = rawValue
        isOwned = true
    }

    private init(inherited rawValue: Int32) {
        self.rawValue = rawValue
        isOwned = false
    }

    /// The standard input, never closed.
    public static var standardInput: FileDescriptor { FileDescriptor(inherited: STDIN_FILENO) }
    /// The standard output, never closed.
    public static var standardOutput: FileDescriptor { FileDescriptor(inherited: STDOUT_FILENO) }
    /// The standard error, never closed.
    public static var standardError: FileDescriptor { FileDescriptor(inherited: STDERR_FILENO) }

    deinit {
        if isOwned { _ = Self.platformClose(rawValue) }
    }

    /// Opens a file, always close-on-exec.
    ///
    /// The corresponding C function is `open`.
    /// - Parameters:
    ///   - path: What to open.
    ///   - mode: What for.
    ///   - options: How.
    ///   - permissions: The mode bits of a file that is made by it, before the umask.
    /// - Returns: The open file.
    /// - Throws: What the kernel says.
    public static func open(
        _ path: FilePath,
        _ mode: AccessMode,
        options: OpenOptions = [],
        permissions: UInt32 = 0
    ) throws(Errno) -> FileDescriptor {
        let flags = mode.rawValue | options.rawValue | O_CLOEXEC
        let rawValue = try valueOrErrno {
            platformOpen(path.characters, flags, mode_t(permissions))
        }
        return FileDescriptor(owning: rawValue)
    }

    /// Opens the same file once more, with an open file description of its own (`proc(5)`).
    public func reopen(
        _ mode: AccessMode,
        options: OpenOptions = []
    ) throws(Errno) -> FileDescriptor {
        try Self.open(processPath, mode, options: options)
    }

    /// Whether it is a terminal.
    ///
    /// The corresponding C function is `isatty`.
    public var isTerminal: Bool { isatty(rawValue) == 1 }

    /// Opens a terminal anew to write to it, with flags of its own and not to wait.
    ///
    /// A terminal that is nearly full counts as writable, and to write to it would wait. Anything
    /// else, and a terminal that this process may not open, stays as it is.
    public consuming func unshared() -> FileDescriptor {
        guard isTerminal,
            let own = try? reopen(.writeOnly, options: [.nonBlocking, .noControllingTerminal])
        else { return self }
        return own
    }

    /// A path that leads to the open file itself, wherever its own path leads by now (`proc(5)`).
    public var processPath: FilePath { FilePath("/proc/self/fd/\(rawValue)") }

    /// Closes now, to hear of an error.
    ///
    /// The corresponding C function is `close`.
    public consuming func close() throws(Errno) {
        let result = isOwned ? Self.platformClose(rawValue) : 0
        let error = Errno(rawValue: errno)
        discard self
        // Linux has closed it even where a signal interrupted the call (`close(2)`).
        if result == -1 && error.rawValue != EINTR { throw error }
    }

    /// Reads at most as many bytes as `buffer` has, and returns how many came; 0 is the end.
    ///
    /// The corresponding C function is `read`.
    public func read(into buffer: inout [UInt8]) throws(Errno) -> Int {
        try read(into: &buffer, limit: buffer.count)
    }

    /// Reads at most `limit` bytes into a buffer that is as large.
    ///
    /// The corresponding C function is `read`.
    public func read(into buffer: inout [UInt8], limit: Int) throws(Errno) -> Int {
        let (rawValue, count) = (rawValue, min(limit, buffer.count))
        return try valueOrErrno { platformRead(rawValue, &buffer, count) }
    }

    /// Reads from a place in the file, and returns how many bytes came.
    ///
    /// The corresponding C function is `pread`.
    public func read(at offset: Int, into buffer: inout [UInt8]) throws(Errno) -> Int {
        let (rawValue, count) = (rawValue, buffer.count)
        return try valueOrErrno { unsafe pread(rawValue, &buffer, count, off_t(offset)) }
    }

    /// Writes the bytes from `start` on in one call, and returns how many were taken.
    ///
    /// The corresponding C function is `write`.
    public func write(_ bytes: [UInt8], from start: Int = 0) throws(Errno) -> Int {
        let rawValue = rawValue
        return try valueOrErrno {
            unsafe bytes[start...].withUnsafeBytes { buffer in
                unsafe platformWrite(rawValue, buffer.baseAddress, buffer.count)
            }
        }
    }

    /// Writes bytes to a place in the file in one call, and returns how many were taken.
    ///
    /// The corresponding C function is `pwrite`.
    public func write(_ bytes: [UInt8], at offset: Int) throws(Errno) -> Int {
        let rawValue = rawValue
        return try valueOrErrno { unsafe pwrite(rawValue, bytes, bytes.count, off_t(offset)) }
    }

    /// Makes a file that long.
    ///
    /// The corresponding C function is `ftruncate`.
    public func truncate(to length: Int) throws(Errno) {
        let rawValue = rawValue
        _ = try valueOrErrno { ftruncate(rawValue, off_t(length)) }
    }

    /// Reserves room for a file of that many bytes, so that writes into it do not run out of it.
    ///
    /// The corresponding C function is `posix_fallocate`.
    public func reserve(_ length: Int) throws(Errno) {
        let status = posix_fallocate(rawValue, 0, off_t(length))
        if status != 0 { throw Errno(rawValue: status) }
    }

    /// Sets the mode bits, whatever the umask.
    ///
    /// The corresponding C function is `fchmod`.
    public func setPermissions(_ permissions: UInt32) throws(Errno) {
        let rawValue = rawValue
        _ = try valueOrErrno { fchmod(rawValue, mode_t(permissions)) }
    }

    private static func platformClose(_ rawValue: Int32) -> Int32 {
        #if canImport(Glibc)
            Glibc.close(rawValue)
        #else
            Musl.close(rawValue)
        #endif
    }
}

extension FileDescriptor {
    /// What a file is opened for.
    public struct AccessMode: Sendable {
        let rawValue: Int32
        /// `O_RDONLY`.
        public static let readOnly = AccessMode(rawValue: O_RDONLY)
        /// `O_WRONLY`.
        public static let writeOnly = AccessMode(rawValue: O_WRONLY)
        /// `O_RDWR`.
        public static let readWrite = AccessMode(rawValue: O_RDWR)
        /// `O_PATH`: only looked at, so that nothing happens to whoever waits at it.
        public static let path = AccessMode(rawValue: Int32(csystem_o_path))
    }

    /// How a file is opened.
    public struct OpenOptions: OptionSet, Sendable {
        /// The C value.
        public let rawValue: Int32
        /// Makes options of their C value.
        public init(rawValue: Int32) { self.rawValue = rawValue }
        /// `O_NONBLOCK`.
        public static let nonBlocking = OpenOptions(rawValue: O_NONBLOCK)
        /// `O_CREAT`.
        public static let create = OpenOptions(rawValue: O_CREAT)
        /// `O_EXCL`.
        public static let exclusive = OpenOptions(rawValue: O_EXCL)
        /// `O_NOFOLLOW`.
        public static let noFollow = OpenOptions(rawValue: O_NOFOLLOW)
        /// `O_NOCTTY`: a terminal does not become the controlling one.
        public static let noControllingTerminal = OpenOptions(rawValue: O_NOCTTY)
    }
}

private func platformOpen(_ path: [CChar], _ flags: Int32, _ mode: mode_t) -> Int32 {
    unsafe open(path, flags, mode)
}

private func platformRead(_ descriptor: Int32, _ buffer: inout [UInt8], _ count: Int) -> Int {
    unsafe read(descriptor, &buffer, count)
}

private func platformWrite(_ descriptor: Int32, _ buffer: UnsafeRawPointer?, _ count: Int) -> Int {
    unsafe write(descriptor, buffer, count)
}
