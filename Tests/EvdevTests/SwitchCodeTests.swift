import Testing

@testable import Evdev

struct SwitchCodeTests {
    @Test func `every code that has a name is found by it`() {
        #expect(SwitchCode.known.count > 10)
        for code in SwitchCode.known {
            #expect(SwitchCode(name: code.name) == code, "\(code.name)")
        }
        #expect(SwitchCode.known.map(\.rawValue) == Array(0..<UInt16(SwitchCode.known.count)))
    }

    @Test(
        arguments: [
            ("SW_LID", 0), ("SW_TABLET_MODE", 1), ("SW_DOCK", 5), ("SW_KEYPAD_SLIDE", 10),
            ("SW_FRONT_PROXIMITY", 11), ("SW_MACHINE_COVER", 16),
        ] as [(String, UInt16)]
    )
    func `the switches that have words of their own have the kernel's numbers`(
        name: String,
        number: UInt16
    ) {
        #expect(SwitchCode(name: name)?.rawValue == number)
        #expect(SwitchCode(rawValue: number).name == name)
        #expect(SwitchCode.known.contains(SwitchCode(rawValue: number)))
    }

    @Test func `the name of the end of the range is none of the last code's`() {
        // libevdev knows both as number 16.
        #expect(SwitchCode(rawValue: 16).name == "SW_MACHINE_COVER")
        #expect(SwitchCode(name: "SW_MAX") == nil)
        #expect(!SwitchCode.known.map(\.name).contains("SW_MAX"))
    }

    @Test(arguments: [
        "SW_CNT", "SW_", "SW_LI", "SW_LID_", "sw_lid", "LID", "", " SW_LID",
        "KEY_POWER",
        "SW_99", "0",
    ])
    func `what is the name of no switch is none`(name: String) {
        #expect(SwitchCode(name: name) == nil)
    }

    @Test func `a code without a name is called by its number`() {
        for number in [17, 63, 64, 65_535] as [UInt16] {
            #expect(SwitchCode(rawValue: number).name == "SW_\(number)")
        }
    }
}
