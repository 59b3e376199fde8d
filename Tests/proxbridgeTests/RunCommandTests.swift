import Bridge
import System
import Testing

@testable import proxbridge

// Nothing here gets as far as a bridge: /dev/null is no event device.
struct RunCommandTests {
    private static func run(_ words: [String]) -> BridgeError? {
        refusal { () throws(BridgeError) in _ = try RunCommand.run(options(words)) }
    }

    private static func refuse(_ key: String, _ value: String) throws {
        let error = try #require(run(["--device=/dev/null", "--\(key)=\(value)"]))
        #expect(error.message.hasPrefix("invalid argument '\(value)' for '--\(key)'"))
        #expect(error.status == .usage, "\(key) \(value)")
    }

    private static func accept(_ key: String, _ value: String) throws {
        let error = try #require(run(["--device=/dev/null", "--\(key)=\(value)"]))
        #expect(error.message == "/dev/null is not an event device", "\(key) \(value)")
        #expect(error.status == .noDevice)
    }

    @Test func `without a device there is nothing to run`() async {
        await #expect(processExitsWith: .success) {
            for words in [[], ["--state=none"], ["--switch=lid", "--wait"]] {
                let error = try #require(Self.run(words))
                #expect(error.message.contains("'--device'"))
                #expect(error.status == .usage)
            }
            let empty = try #require(Self.run(["--device="]))
            #expect(empty.message == "invalid argument '' for '--device'")
        }
    }

    @Test func `two words that differ take the place of a switch's own`() async {
        await #expect(processExitsWith: .success) {
            for words in ["shut,ajar", "a,b", "caf\u{E9},the", "on,off", "Unknown,x"] {
                try Self.accept("words", words)
            }
            for words in ["", "a", "a,a", "a,unknown", "unknown,b", "a b,c", ",b", "a,", "a,b,c"] {
                try Self.refuse("words", words)
            }
        }
    }

    @Test func `the mode of the FIFO is octal and lets no others write`() async {
        await #expect(processExitsWith: .success) {
            for mode in ["0600", "600", "0620", "660", "0664"] {
                try Self.accept("focus-mode", mode)
            }
            for mode in [
                "0602", "666", "777", "622", "8", "1777", "10000", "-1", "+620", "", "0o620", "rw",
                "6 2", "77777777777777777777",
            ] {
                try Self.refuse("focus-mode", mode)
            }
            try Self.refuse("focus-mode", "-0")
        }
    }

    @Test func `what is chosen among words is checked before any device is looked at`() async {
        await #expect(processExitsWith: .success) {
            for key in ["on-foreground", "initial-focus", "format", "state-format", "switch"] {
                try Self.refuse(key, "bogus")
            }
            try Self.accept("on-foreground", "reread")
            try Self.accept("initial-focus", "background")
            for key in ["format", "state-format"] {
                for form in ["word", "json"] { try Self.accept(key, form) }
            }
            for key in ["focus", "state"] {
                try Self.accept(key, "none")
                try Self.refuse(key, "")
            }
        }
    }

    @Test func `to wait for a device of which nothing is known its switch has to be named`() async {
        await #expect(processExitsWith: .success) {
            for device in ["/dev/input/missing", "/dev/null"] {
                let error = try #require(Self.run(["--wait", "--device=\(device)"]))
                #expect(error.message.contains(device) && error.message.contains("--switch"))
                #expect(error.status == .usage)
            }
        }
    }
}
