import ProximityCore
import Testing

struct SwitchProfileTests {
    struct Row: Sendable {
        let kernelName: String
        let shortName: String
        let on: String
        let off: String
        var isCovering = false
    }

    @Test(
        arguments: [
            Row(
                kernelName: "SW_FRONT_PROXIMITY",
                shortName: "front-proximity",
                on: "near",
                off: "far",
                isCovering: true
            ),
            Row(
                kernelName: "SW_LID",
                shortName: "lid",
                on: "closed",
                off: "open",
                isCovering: true
            ),
            Row(
                kernelName: "SW_MACHINE_COVER",
                shortName: "machine-cover",
                on: "closed",
                off: "open"
            ),
            Row(
                kernelName: "SW_TABLET_MODE",
                shortName: "tablet-mode",
                on: "tablet",
                off: "laptop"
            ),
            Row(kernelName: "SW_DOCK", shortName: "dock", on: "docked", off: "undocked"),
            Row(kernelName: "SW_KEYPAD_SLIDE", shortName: "keypad-slide", on: "out", off: "in"),
            Row(
                kernelName: "SW_HEADPHONE_INSERT",
                shortName: "headphone-insert",
                on: "on",
                off: "off"
            ),
            Row(
                kernelName: "SW_CAMERA_LENS_COVER",
                shortName: "camera-lens-cover",
                on: "on",
                off: "off"
            ),
            Row(kernelName: "SW_MUTE_DEVICE", shortName: "mute-device", on: "on", off: "off"),
            Row(kernelName: "SW_PEN_INSERTED", shortName: "pen-inserted", on: "on", off: "off"),
        ]
    )
    func `a switch has this name, these words and this policy`(row: Row) {
        let profile = SwitchProfile(kernelName: row.kernelName)
        #expect(profile.kernelName == row.kernelName)
        #expect(profile.shortName == row.shortName)
        #expect(profile.words.on == row.on)
        #expect(profile.words.off == row.off)
        #expect(profile.words[.unknown] == "unknown")
        #expect(profile.isCovering == row.isCovering)
        #expect(profile.defaultPolicy == (row.isCovering ? .assume : .reread))
        #expect(SwitchProfile.kernelName(from: row.shortName) == row.kernelName)
    }

    @Test(
        arguments: [
            ("SW_LID", "SW_LID"), ("sw_lid", "SW_LID"), ("lid", "SW_LID"), ("LID", "SW_LID"),
            ("Sw-Lid", "SW_LID"), ("front-proximity", "SW_FRONT_PROXIMITY"),
            ("front_proximity", "SW_FRONT_PROXIMITY"), ("Front-Proximity", "SW_FRONT_PROXIMITY"),
            ("sw-front-proximity", "SW_FRONT_PROXIMITY"), ("proximity", "SW_FRONT_PROXIMITY"),
            ("PROXIMITY", "SW_FRONT_PROXIMITY"), ("tablet-mode", "SW_TABLET_MODE"),
            ("tablet_mode", "SW_TABLET_MODE"), ("machine-cover", "SW_MACHINE_COVER"),
            ("swallow", "SW_SWALLOW"), ("sw", "SW_SW"),
        ]
    )
    func `a name as users write it is the kernel's`(text: String, kernelName: String) {
        #expect(SwitchProfile.kernelName(from: text) == kernelName)
    }

    @Test func `the switches that are looked for first are these`() {
        #expect(
            SwitchProfile.preferredNames == [
                "SW_FRONT_PROXIMITY", "SW_LID", "SW_TABLET_MODE", "SW_MACHINE_COVER",
            ]
        )
    }
}
