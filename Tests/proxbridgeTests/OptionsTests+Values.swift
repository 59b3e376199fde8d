import Bridge
import Evdev
import ProximityCore
import System
import Testing

@testable import proxbridge

extension OptionsTests {
    @Test func `a path is any bytes but none`() async {
        await #expect(processExitsWith: .success) {
            let bytes: [UInt8] = [0x2F, 0xFF, 0xFE]
            let parsed = try options(bytes: [Array("-d".utf8), bytes, Array("--state=".utf8)])
            #expect(try parsed.path(.device)?.bytes == bytes)
            let error = refusal { () throws(BridgeError) in _ = try parsed.path(.state) }
            #expect(error?.message == "invalid argument '' for '--state'")
            #expect(error?.status == .usage)
        }
    }

    @Test func `text that is not UTF-8 is refused`() async {
        await #expect(processExitsWith: .success) {
            let parsed = try options(bytes: [Array("--words=".utf8) + [0xFF]])
            let error = refusal { () throws(BridgeError) in _ = try parsed.text(.words) }
            #expect(error?.message == "invalid argument '\u{FFFD}' for '--words'")
            #expect(error?.status == .usage)
        }
    }

    @Test func `a choice is one of its words, letter for letter`() async {
        await #expect(processExitsWith: .success) {
            for policy in Policy.allCases {
                let found: Policy? = try options(["--on-foreground", policy.rawValue])
                    .choice(.onForeground)
                #expect(found == policy)
            }
            for focus in Focus.allCases {
                let found: Focus? = try options(["--initial-focus", focus.rawValue])
                    .choice(.initialFocus)
                #expect(found == focus)
            }
            for word in ["Keep", "", "kee", "keep ", "near"] {
                let parsed = try options(["--on-foreground", word])
                let error = refusal { () throws(BridgeError) in
                    let _: Policy? = try parsed.choice(.onForeground)
                }
                #expect(
                    error?.message == "invalid argument '\(word)' for '--on-foreground':"
                        + " it is one of assume, reread, keep"
                )
                #expect(error?.status == .usage)
            }
        }
    }

    @Test func `a switch goes by any spelling of its name`() async {
        await #expect(processExitsWith: .success) {
            let spellings: [(String, String)] = [
                ("SW_LID", "SW_LID"), ("lid", "SW_LID"), ("Lid", "SW_LID"), ("sw-lid", "SW_LID"),
                ("proximity", "SW_FRONT_PROXIMITY"), ("front-proximity", "SW_FRONT_PROXIMITY"),
                ("FRONT_PROXIMITY", "SW_FRONT_PROXIMITY"), ("tablet-mode", "SW_TABLET_MODE"),
                ("headphone-insert", "SW_HEADPHONE_INSERT"),
            ]
            for (spelling, name) in spellings {
                let code = try options(["--switch", spelling]).switchCode()
                #expect(code?.name == name, "\(spelling)")
            }
        }
    }

    @Test func `a switch that nobody knows is named beside all that are known`() async {
        await #expect(processExitsWith: .success) {
            for name in ["bogus", "", "max", "SW_MAX", "99", "li d"] {
                let parsed = try options(["--switch", name])
                let error = refusal { () throws(BridgeError) in _ = try parsed.switchCode() }
                let message = try #require(error?.message)
                #expect(
                    message.hasPrefix("invalid argument '\(name)' for '--switch': it is one of ")
                )
                #expect(
                    message.contains("lid, tablet-mode, ") && message.contains("front-proximity")
                )
                #expect(error?.status == .usage)
            }
        }
    }
}
