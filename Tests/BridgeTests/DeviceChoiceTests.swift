import Evdev
import Glibc
import System
import Testing

@testable import Bridge

struct DeviceChoiceTests {
    @Test func `what is no event device is named as such`() throws {
        try withFolder { folder in
            let file = folder.appending("file")
            try make(file)
            for path in [file, folder, FilePath("/dev/null")] {
                for code in [nil, SwitchCode(rawValue: 0)] {
                    let error = try refusal {
                        _ = try DeviceChoice.find(.path(path), code: code)
                    }
                    #expect(error.message == "\(path) is not an event device")
                    #expect(error.status == .noDevice)
                }
            }
        }
    }

    @Test func `a path that leads nowhere is told with its cause, on one line`() throws {
        try withFolder { folder in
            for name in ["missing", "two\nlines"] {
                let path = folder.appending(name)
                let error = try refusal { _ = try DeviceChoice.find(.path(path), code: nil) }
                let shown = "\(folder)/" + name.split(separator: "\n").joined(separator: "\\x0a")
                #expect(error.message == "cannot open \(shown): No such file or directory")
                #expect(error.status == .noDevice)
            }
        }
    }

    @Test func `a folder that may not be looked into is a missing right`() async {
        await #expect(processExitsWith: .success) {
            try withFolder { folder in
                let path = folder.appending("event0")
                try make(path)
                try #require(chmod(folder.description, 0) == 0)
                let isRoot = geteuid() == 0
                if isRoot { try #require(seteuid(otherUser) == 0) }
                let error = try refusal { _ = try DeviceChoice.find(.path(path), code: nil) }
                if isRoot { try #require(seteuid(0) == 0) }
                try #require(chmod(folder.description, 0o700) == 0)
                #expect(error.message == "cannot open \(path): Permission denied")
                #expect(error.status == .permissionDenied)
            }
        }
    }

    @Test func `of no machine a device with a switch that nobody knows is chosen`() throws {
        let unknown = SwitchCode(rawValue: 63)
        let error = try refusal { _ = try DeviceChoice.find(.automatic, code: unknown) }
        #expect(error.message.hasPrefix("no input device has a SW_63"))
        #expect(error.status == .noDevice)
    }
}
