import Glibc
import System
import Testing

@testable import Evdev

struct DeviceTests {
    private static let lid = SwitchCode(rawValue: 0)

    @Test func `a file that is no device is an error, in whatever way it is read`() {
        let cases: [(String, Errno)] = [
            ("/dev/null", Errno(rawValue: ENOTTY)), ("/etc/passwd", Errno(rawValue: ENOTTY)),
            ("/dev/input/missing", .noSuchFileOrDirectory),
        ]
        for (path, wanted) in cases {
            #expect(throws: wanted, "\(path)") {
                _ = try Device(path: FilePath(path), code: Self.lid)
            }
            #expect(throws: wanted, "\(path)") {
                try Device.read(Self.lid, of: FilePath(path))
            }
        }
    }

    @Test func `libevdev's failures are the kernel's numbers`() {
        #expect(throws: Errno.noSuchDevice) { try check(-ENODEV) }
        #expect(throws: Errno.wouldBlock) { try check(-EAGAIN) }
        #expect(throws: Never.self) { try check(0) }
        #expect(throws: Never.self) { try check(1) }
    }
}
