import Testing

@testable import ProximityCore

struct LockRecordFieldsTests {
    private static func record(_ subject: String = "", device: String? = nil) throws -> LockRecord {
        let identity = Identity(switchName: "SW_LID", device: device, name: #""device":"no""#)
        return try #require(
            LockRecord(LockRecordTests.text(subject: subject, identity: identity))
        )
    }

    @Test func `what is watched and how is told by the subject`() throws {
        let plain = try Self.record("SW_LID assume plain")
        #expect(plain.switchName == "SW_LID" && plain.policy == .assume && !plain.isInverted)
        let inverted = try Self.record("SW_DOCK keep inverted")
        #expect(inverted.switchName == "SW_DOCK" && inverted.policy == .keep && inverted.isInverted)
        #expect(try Self.record().policy == nil)
    }

    @Test(arguments: [
        "/dev/input/event4", #"a "quoted" \ path"#, #"\"device\":\"x"#, "\u{1}\u{85}\u{2028}é", "",
        nil,
    ])
    func `the device is that of the record`(path: String?) throws {
        #expect(try Self.record(device: path).device == path)
    }
}
