import Bridge
import Evdev
import ProximityCore
import System
import Testing

@testable import proxbridge

struct OptionsTests {
    /// The options that go with each command besides help and version.
    private static let allowed: [Options.Command: Set<Options.Key>] = [
        .run: [
            .device, .switch, .focus, .state, .format, .stateFormat, .onForeground, .initialFocus,
            .wait, .exitOnLoss, .record, .force, .invert, .words, .focusMode, .quiet, .verbose,
        ],
        .list: [.json],
        .state: [.switch, .state, .format, .follow, .json, .is],
        .focus: [.switch, .focus],
        .doctor: [.testGrab, .json],
        .replay: [
            .switch, .focus, .state, .format, .stateFormat, .onForeground, .initialFocus, .invert,
            .words, .realtime, .quiet, .verbose,
        ],
    ]

    private static func words(_ command: Options.Command) -> [String] {
        switch command {
        case .run: []
        case .focus: ["focus", "fg"]
        case .replay: ["replay", "file"]
        case .list, .state, .doctor: [command.rawValue]
        }
    }

    @Test func `each command takes its own options and refuses the others by name`() async {
        await #expect(processExitsWith: .success) {
            for command in Options.Command.allCases {
                let allowed = try #require(Self.allowed[command])
                for key in Options.Key.allCases where key != .help && key != .version {
                    let option = key.option.takesValue ? "--\(key.rawValue)=x" : "--\(key.rawValue)"
                    let error = refusal { () throws(BridgeError) in
                        let parsed = try options(Self.words(command) + [option])
                        #expect(parsed.command == command)
                        #expect(parsed.flags.contains(key) != key.option.takesValue)
                        #expect((parsed.values[key] != nil) == key.option.takesValue)
                    }
                    #expect((error == nil) == allowed.contains(key), "\(command) \(key)")
                    guard let error else { continue }
                    #expect(error.message.contains("'--\(key.rawValue)'"))
                    #expect(error.message.contains(command == .run ? "running" : command.rawValue))
                    #expect(error.status == .usage)
                }
            }
        }
    }

    @Test func `without options and operands everything is left to the defaults`() async {
        await #expect(processExitsWith: .success) {
            let parsed = try options([])
            #expect(parsed.command == .run)
            #expect(parsed.flags.isEmpty && parsed.values.isEmpty && parsed.operands.isEmpty)
            #expect(try parsed.path(.device) == nil)
            #expect(try parsed.text(.words) == nil)
            let policy: Policy? = try parsed.choice(.onForeground)
            #expect(policy == nil)
            let code = try parsed.switchCode()
            #expect(code == nil)
        }
    }

    @Test func `the letters stand for what they always stand for`() async {
        await #expect(processExitsWith: .success) {
            let run = try options(["-d", "a", "-s", "b", "-f", "c", "-o", "d", "-qv"])
            let values: [(Options.Key, String)] = [
                (.device, "a"), (.switch, "b"), (.focus, "c"), (.state, "d"),
            ]
            for (key, value) in values { #expect(try run.text(key) == value) }
            #expect(run.flags == [.quiet, .verbose])
            #expect(try options(["-h"]).flags == [.help])
            #expect(try options(["-V"]).flags == [.version])
        }
    }

    @Test func `of an option that is given twice the last value counts`() async {
        await #expect(processExitsWith: .success) {
            let parsed = try options(["-d", "a", "--device=b", "--dev", "c", "-q", "-q"])
            #expect(try parsed.text(.device) == "c")
            #expect(parsed.flags == [.quiet])
        }
    }

    @Test func `an unknown command is named, on one line`() async {
        await #expect(processExitsWith: .success) {
            for (word, shown) in [
                ("bogus", "bogus"), ("run", "run"), ("LIST", "LIST"), ("", ""), ("a\nb", "a\\x0ab"),
                ("lists", "lists"),
            ] {
                let error = refusal { () throws(BridgeError) in _ = try options([word]) }
                #expect(error?.message == "unknown command '\(shown)'")
                #expect(error?.status == .usage)
            }
        }
    }

    @Test func `an operand too many is named`() async {
        await #expect(processExitsWith: .success) {
            for (words, shown) in [
                (["list", "x"], "x"), (["state", "lid"], "lid"), (["focus", "fg", "bg"], "bg"),
                (["list", "--", "--json"], "--json"), (["focus", "fg", "a\tb", "c"], "a\\x09b"),
            ] {
                let error = refusal { () throws(BridgeError) in _ = try options(words) }
                #expect(error?.message == "unexpected operand '\(shown)'")
                #expect(error?.status == .usage)
            }
            let one = try options(["focus", "fg"])
            #expect(one.operands == ["fg"])
            let none = try options(["focus"])
            #expect(none.operands == [])
        }
    }

    @Test func `help and version are given whatever else is asked for`() async {
        await #expect(processExitsWith: .success) {
            for words in [
                ["list", "--device=x", "--help"], ["state", "x", "y", "-V"], ["--is=x", "-h"],
            ] {
                let error = refusal { () throws(BridgeError) in _ = try options(words) }
                #expect(error == nil)
            }
        }
    }
}
