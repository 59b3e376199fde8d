import Glibc
import Testing

@testable import System

struct ErrnoTests {
    @Test func `each name has the kernel's number`() {
        let numbers: [(Errno, Int32)] = [
            (.noSuchFileOrDirectory, 2), (.permissionDenied, 13), (.notPermitted, 1),
            (.fileExists, 17), (.wouldBlock, 11), (.noSuchDevice, 19),
            (.noSuchAddressOrDevice, 6), (.brokenPipe, 32), (.notDirectory, 20),
            (.tooManySymbolicLinkLevels, 40), (.noSpace, 28), (.invalidArgument, 22),
            (.ioError, 5),
        ]
        for (error, number) in numbers { #expect(error.rawValue == number) }
    }

    @Test func `EACCES and EPERM alone are a missing right`() {
        let missing = (1...133).map { Errno(rawValue: $0) }.filter(\.isPermissionProblem)
        #expect(missing == [.notPermitted, .permissionDenied])
    }

    @Test func `the text is what the C library says`() {
        #expect("\(Errno.noSuchFileOrDirectory)" == "No such file or directory")
        #expect("\(Errno.permissionDenied)" == "Permission denied")
        #expect("\(Errno(rawValue: 12_345))" == "Unknown error 12345")
    }

    @Test func `an interrupted call is made again, and any other failure ends it`() throws {
        var results: [(Int, Int32)] = [(-1, EINTR), (-1, EINTR), (7, 0), (8, 0)]
        func call() -> Int {
            let (value, error) = results.removeFirst()
            Glibc.errno = error
            return value
        }
        #expect(try valueOrErrno(call) == 7)
        #expect(results.count == 1)
        results = [(-1, EINTR), (-1, EBADF), (9, 0)]
        #expect(throws: Errno(rawValue: EBADF)) { try valueOrErrno(call) }
        #expect(results.count == 1)
    }
}
