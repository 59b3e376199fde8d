internal import System

/// The read end of the focus FIFO.
///
/// Opened for reading alone, so that the end of the last writer is seen: only then does a last line
/// without newline count. But from then on `poll` would report the hang-up for ever (`fifo(7)`), so a
/// new read end, which knows nothing of the writers that left, takes the place of the old one, which
/// stays open until then so that nothing in the pipe is lost. Opening for reading and writing, as
/// others do, would know no hang-up, and no end of a line either.
struct FocusPipe: ~Copyable {
    private let path: FilePath
    private let status: FileStatus
    private let isRemovedAtEnd: Bool
    /// A read end that is never read; it holds the lock while the others come and go.
    private let holder: FileDescriptor
    private var end: FileDescriptor

    /// Opens the FIFO at a path, or makes one.
    ///
    /// - Parameters:
    ///   - path: Where it is.
    ///   - isDefault: Whether the path is the one in the runtime folder.
    ///   - mode: The mode bits that the user asked for, if any.
    ///   - diagnostics: Where a stray file is reported.
    /// - Returns: The FIFO, locked.
    /// - Throws: If what is there must not be read.
    static func open(
        _ path: FilePath,
        isDefault: Bool,
        mode: UInt32?,
        _ diagnostics: inout Diagnostics
    ) throws(BridgeError) -> FocusPipe {
        var isMade = false
        let found = try Self.find(path, isDefault, mode ?? 0o600, &isMade, &diagnostics)
        // What was looked at is what is opened, whatever the path leads to by now.
        let holder: FileDescriptor
        do throws(BridgeError) {
            holder = try Self.hold(found, path, mode)
        } catch {
            // One that was made for nothing is not left behind; if it cannot be removed, it is.
            if isMade { try? FileSystem.remove(path) }
            throw error
        }
        do throws(Errno) {
            return FocusPipe(
                path: path,
                status: try FileStatus.of(holder),
                isRemovedAtEnd: isMade || isDefault,
                end: try holder.reopen(.readOnly, options: .nonBlocking),
                holder: holder
            )
        } catch {
            throw BridgeError(cannot: "open the focus FIFO", path, error)
        }
    }

    private init(
        path: FilePath,
        status: FileStatus,
        isRemovedAtEnd: Bool,
        end: consuming FileDescriptor,
        holder: consuming FileDescriptor
    ) {
        self.path = path
        self.status = status
        self.isRemovedAtEnd = isRemovedAtEnd
        self.end = end
        self.holder = holder
    }

    deinit {
        guard isRemovedAtEnd,
            let status = try? FileStatus.of(path, followingLinks: false),
            status.identity == self.status.identity
        else { return }
        // One that cannot be removed is reused at the next start.
        try? FileSystem.remove(path)
    }

    /// The numbers that name the FIFO, whatever is at its path.
    var identity: FileStatus.Identity { status.identity }

    /// Makes a slot wait for messages.
    func watch(_ poll: inout Poll, slot: Int) {
        poll.watch(slot, end, for: .readable)
    }

    /// Reads what is there.
    ///
    /// - Returns: The count of bytes, 0 if no writer is left, nothing if one is left and idle.
    /// - Throws: What the kernel says.
    mutating func read(into buffer: inout [UInt8]) throws(Errno) -> Int? {
        do throws(Errno) {
            let count = try end.read(into: &buffer)
            if count == 0 { end = try end.reopen(.readOnly, options: .nonBlocking) }
            return count
        } catch .wouldBlock {
            return nil
        }
    }

    /// Finds a FIFO that may be used, or makes one, and names it by a descriptor.
    private static func find(
        _ path: FilePath,
        _ isDefault: Bool,
        _ mode: UInt32,
        _ isMade: inout Bool,
        _ diagnostics: inout Diagnostics
    ) throws(BridgeError) -> FileDescriptor {
        while true {
            if let found = try look(at: path, isDefault: isDefault, &diagnostics) { return found }
            do throws(Errno) {
                try FileSystem.makeFIFO(path, permissions: mode)
                isMade = true
            } catch .fileExists {
                continue
            } catch {
                throw BridgeError(cannot: "make the focus FIFO", path, error)
            }
        }
    }

    /// Opens a read end and takes the lock that keeps other bridges away.
    private static func hold(
        _ found: borrowing FileDescriptor,
        _ path: FilePath,
        _ mode: UInt32?
    ) throws(BridgeError) -> FileDescriptor {
        do throws(Errno) {
            let holder = try found.reopen(.readOnly, options: .nonBlocking)
            if try holder.tryLockPipe() {
                let status = try FileStatus.of(holder)
                if let mode, mode != status.permissions, status.owner == CurrentProcess.user {
                    try holder.setPermissions(mode)
                }
                return holder
            }
        } catch {
            throw BridgeError(cannot: "open the focus FIFO", path, error)
        }
        throw BridgeError(
            "another bridge reads the focus FIFO \(printable(path))",
            status: .alreadyRunning
        )
    }

    /// Looks at a path without opening what is there, which would set waiting writers free.
    ///
    /// - Returns: A descriptor that only names the FIFO, nothing if the path is free.
    private static func look(
        at path: FilePath,
        isDefault: Bool,
        _ diagnostics: inout Diagnostics
    ) throws(BridgeError) -> FileDescriptor? {
        let refusal: String
        do throws(Errno) {
            let descriptor = try FileDescriptor.open(path, .path, options: .noFollow)
            let status = try FileStatus.of(descriptor)
            guard let found = status.refusal else { return descriptor }
            if isDefault && status.kind == .regular && status.owner == CurrentProcess.user {
                diagnostics.warn(
                    "\(printable(path)) was a regular file, left by a redirection while no bridge"
                        + " ran; it is replaced by a FIFO, unread"
                )
                try FileSystem.remove(path)
                return nil
            }
            refusal = found
        } catch .noSuchFileOrDirectory {
            return nil
        } catch {
            throw BridgeError(cannot: "open the focus FIFO", path, error)
        }
        throw BridgeError("cannot use \(printable(path)) for focus: it is \(refusal)")
    }
}

extension FileStatus {
    /// Why a file is not read for focus messages, nothing if it may be.
    fileprivate var refusal: String? {
        if kind == .symbolicLink { return "a symbolic link" }
        if kind != .fifo { return "not a FIFO" }
        let account = "owner \(Account.userName(owner)), mode 0\(String(permissions, radix: 8))"
        if owner != CurrentProcess.user && owner != 0 { return "another user's (\(account))" }
        if permissions & 0o002 != 0 { return "writable by others (\(account))" }
        // What is printed would come back as messages.
        if (try? FileStatus.of(.standardOutput))?.identity == identity {
            return "standard output itself"
        }
        return nil
    }
}
