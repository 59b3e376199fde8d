import System
import Testing

@testable import Bridge

struct BridgeErrorTests {
    @Test func `a missing right has a status of its own, whatever was tried`() {
        let path = FilePath("/run/x")
        for error in [Errno.permissionDenied, .notPermitted] {
            let denied = BridgeError(cannot: "open", path, error, status: .noDevice)
            #expect(denied.status == .permissionDenied)
            #expect(denied.message == "cannot open /run/x: \(error)")
        }
        #expect(BridgeError(cannot: "open", path, .noSpace).status == .failure)
        #expect(BridgeError(cannot: "open", path, .noSpace, status: .noDevice).status == .noDevice)
    }

    @Test func `a message is one line whatever the path`() {
        let error = BridgeError(cannot: "open", FilePath("a\nb\u{1B}"), .noSpace)
        #expect(error.message == "cannot open a\\x0ab\\x1b: No space left on device")
    }

    @Test func `the statuses are the numbers that scripts rely on`() {
        let statuses: [Bridge.ExitStatus] = [
            .done, .failure, .usage, .unknown, .permissionDenied, .noDevice, .alreadyRunning,
        ]
        #expect(statuses.map(\.rawValue) == Array(0...6))
    }
}
