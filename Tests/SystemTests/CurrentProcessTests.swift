import Glibc
import Testing

@testable import System

struct CurrentProcessTests {
    @Test func `an empty variable counts as none, and any bytes are kept`() async {
        await #expect(processExitsWith: .success) {
            setenv("PROXBRIDGE_TEST", "/run/x", 1)
            #expect(CurrentProcess.environment("PROXBRIDGE_TEST") == FilePath("/run/x"))
            setenv("PROXBRIDGE_TEST", FilePath(bytes: [0xFF, 0x80]).characters, 1)
            #expect(CurrentProcess.environment("PROXBRIDGE_TEST")?.bytes == [0xFF, 0x80])
            setenv("PROXBRIDGE_TEST", "", 1)
            #expect(CurrentProcess.environment("PROXBRIDGE_TEST") == nil)
            unsetenv("PROXBRIDGE_TEST")
            #expect(CurrentProcess.environment("PROXBRIDGE_TEST") == nil)
        }
    }

    @Test func `process and user are the kernel's`() {
        #expect(CurrentProcess.identifier == getpid())
        #expect(CurrentProcess.user == geteuid())
    }

    @Test func `an account has its name, or its number where it has none`() {
        #expect(Account.userName(0) == "root")
        #expect(Account.groupName(0) == "root")
        #expect(Account.userName(3_999_999_999) == "3999999999")
        #expect(Account.groupName(3_999_999_999) == "3999999999")
    }
}
