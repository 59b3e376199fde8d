internal import CSystem

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// What is done to paths.
public enum FileSystem {
    /// Makes a folder with exactly these mode bits.
    ///
    /// The corresponding C function is `mkdir`.
    public static func makeDirectory(_ path: FilePath, permissions: UInt32) throws(Errno) {
        try withoutMask { () throws(Errno) in
            _ = try valueOrErrno { unsafe mkdir(path.characters, mode_t(permissions)) }
        }
    }

    /// Makes a FIFO with exactly these mode bits.
    ///
    /// The corresponding C function is `mkfifo`.
    public static func makeFIFO(_ path: FilePath, permissions: UInt32) throws(Errno) {
        try withoutMask { () throws(Errno) in
            _ = try valueOrErrno { unsafe mkfifo(path.characters, mode_t(permissions)) }
        }
    }

    /// The mode bits that new files of this process do not get.
    ///
    /// The corresponding C function is `umask`, which cannot ask without setting.
    public static var mask: UInt32 {
        let mask = umask(0)
        umask(mask)
        return UInt32(mask)
    }

    /// Sets the mode bits of a file.
    ///
    /// The corresponding C function is `chmod`.
    public static func setPermissions(
        _ permissions: UInt32,
        of path: FilePath
    ) throws(Errno) {
        _ = try valueOrErrno { unsafe chmod(path.characters, mode_t(permissions)) }
    }

    /// Moves a file over another in one step.
    ///
    /// The corresponding C function is `rename`.
    public static func rename(_ source: FilePath, to target: FilePath) throws(Errno) {
        _ = try valueOrErrno { platformRename(source.characters, target.characters) }
    }

    /// Removes a file.
    ///
    /// The corresponding C function is `unlink`.
    public static func remove(_ path: FilePath) throws(Errno) {
        _ = try valueOrErrno { unsafe unlink(path.characters) }
    }

    /// Reads where a symbolic link leads.
    ///
    /// The corresponding C function is `readlink`.
    public static func destination(ofLink path: FilePath) throws(Errno) -> FilePath {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = try valueOrErrno { unsafe readlink(path.characters, &buffer, buffer.count) }
        return FilePath(bytes: buffer.prefix(count).map { UInt8(bitPattern: $0) })
    }

    /// Lists the names in a folder, without `.` and `..`, in no order.
    ///
    /// The corresponding C functions are `opendir` and `readdir`.
    public static func names(in folder: FilePath) throws(Errno) -> [String] {
        guard let stream = unsafe opendir(folder.characters) else {
            throw Errno(rawValue: errno)
        }
        defer { unsafe closedir(stream) }
        var names: [String] = []
        while let entry = unsafe readdir(stream) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { tuple in
                unsafe tuple.withMemoryRebound(to: CChar.self, capacity: 256) { text in
                    unsafe String(cString: text)
                }
            }
            if name != "." && name != ".." { names.append(name) }
        }
        return names
    }

    /// Reads a small file whole, at most 4096 bytes of it: an attribute of sysfs (`sysfs(5)`).
    public static func contents(of path: FilePath) throws(Errno) -> [UInt8] {
        let file = try FileDescriptor.open(path, .readOnly)
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = try file.read(into: &buffer)
        return Array(buffer.prefix(count))
    }

    /// Runs `body` with an umask of 0; there is one thread, so nobody else is touched by it.
    private static func withoutMask(_ body: () throws(Errno) -> Void) throws(Errno) {
        let previous = umask(0)
        defer { umask(previous) }
        try body()
    }
}

private func platformRename(_ source: [CChar], _ target: [CChar]) -> Int32 {
    unsafe rename(source, target)
}
