import Glibc
import Testing

@testable import System

struct FileLockTests {
    @Test func `a lock is seen by others without being taken`() async {
        await #expect(processExitsWith: .success) {
            try withFolder { folder in
                let path = folder.appending("lock")
                try make(path)
                let reader = try FileDescriptor.open(path, .readOnly)
                let holder = try FileDescriptor.open(path, .readWrite)
                #expect(try reader.isLockedElsewhere() == false)
                #expect(try holder.tryLock() == true)
                #expect(try reader.isLockedElsewhere() == true)
                #expect(try reader.isLockedElsewhere() == true)
                #expect(try holder.isLockedElsewhere() == false)
                try holder.close()
                #expect(try reader.isLockedElsewhere() == false)
                let next = try FileDescriptor.open(path, .readWrite)
                #expect(try next.tryLock() == true)
            }
        }
    }

    @Test func `the lock belongs to one open file description, not to the process`() async {
        await #expect(processExitsWith: .success) {
            try withFolder { folder in
                let path = folder.appending("lock")
                try make(path)
                let first = try FileDescriptor.open(path, .readWrite)
                let second = try first.reopen(.readWrite)
                let copy = FileDescriptor(owning: dup(first.rawValue))
                #expect(try first.tryLock() == true)
                #expect(try second.tryLock() == false)
                #expect(try copy.tryLock() == true)
                // Closing another descriptor of the file gives up a lock of the older kind.
                try second.close()
                let third = try FileDescriptor.open(path, .readWrite)
                #expect(try third.tryLock() == false)
                try first.close()
                #expect(try third.tryLock() == false)
                try copy.close()
                #expect(try third.tryLock() == true)
            }
        }
    }

    @Test func `a lock is held from the first to the last byte there can be`() throws {
        try withFolder { folder in
            let path = folder.appending("lock")
            try make(path, "text")
            let holder = try FileDescriptor.open(path, .readWrite)
            let other = try FileDescriptor.open(path, .readWrite)
            // Where the file stands at the moment does not matter.
            lseek(holder.rawValue, 3, SEEK_SET)
            #expect(try holder.tryLock() == true)
            for start in [0, 3, 1_000_000] as [off_t] {
                var lock = flock()
                lock.l_type = Int16(F_WRLCK)
                lock.l_start = start
                lock.l_len = 1
                let setLock: Int32 = 37  // F_OFD_SETLK
                #expect(fcntl(other.rawValue, setLock, &lock) == -1, "\(start)")
            }
        }
    }

    @Test func `an error is not taken for a lock`() throws {
        try withFolder { folder in
            let path = folder.appending("lock")
            try make(path)
            let reader = try FileDescriptor.open(path, .readOnly)
            #expect(errno { _ = try reader.tryLock() } == Errno(rawValue: EBADF))
            let looked = try FileDescriptor.open(path, .path)
            #expect(errno { _ = try looked.tryLockPipe() } == Errno(rawValue: EBADF))
            #expect(errno { _ = try looked.isLockedElsewhere() } == Errno(rawValue: EBADF))
        }
    }

    @Test func `one read end of a FIFO has the lock`() async {
        await #expect(processExitsWith: .success) {
            try withFolder { folder in
                let fifo = folder.appending("fifo")
                try #require(mkfifo(fifo.characters, 0o600) == 0)
                let first = try FileDescriptor.open(fifo, .readOnly, options: .nonBlocking)
                let second = try first.reopen(.readOnly, options: .nonBlocking)
                #expect(try first.tryLockPipe() == true)
                #expect(try second.tryLockPipe() == false)
                #expect(try first.tryLockPipe() == true)
                try first.close()
                #expect(try second.tryLockPipe() == true)
            }
        }
    }
}
