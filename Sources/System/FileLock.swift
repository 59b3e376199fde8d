internal import CSystem

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

extension FileDescriptor {
    /// Takes the open-file-description write lock of the whole file; false if it is held elsewhere.
    ///
    /// The corresponding C command is `F_OFD_SETLK` (`fcntl_locking(2)`).
    public func tryLock() throws(Errno) -> Bool {
        do throws(Errno) {
            _ = try fileLock(Int32(csystem_f_ofd_setlk))
            return true
        } catch {
            if error == .wouldBlock || error == .permissionDenied { return false }
            throw error
        }
    }

    /// Tells whether someone holds the write lock, without ever taking it.
    ///
    /// The corresponding C command is `F_OFD_GETLK`.
    public func isLockedElsewhere() throws(Errno) -> Bool {
        try fileLock(Int32(csystem_f_ofd_getlk)).l_type != Int16(F_UNLCK)
    }

    /// Takes the lock that also a read end of a FIFO can have; false if it is held elsewhere.
    ///
    /// The corresponding C function is `flock`.
    public func tryLockPipe() throws(Errno) -> Bool {
        let rawValue = rawValue
        do throws(Errno) {
            _ = try valueOrErrno { flock(rawValue, LOCK_EX | LOCK_NB) }
            return true
        } catch {
            if error == .wouldBlock { return false }
            throw error
        }
    }

    private func fileLock(_ command: Int32) throws(Errno) -> flock {
        var lock = flock()
        lock.l_type = Int16(F_WRLCK)
        lock.l_whence = Int16(SEEK_SET)
        let rawValue = rawValue
        _ = try valueOrErrno { unsafe fcntl(rawValue, command, &lock) }
        return lock
    }
}
