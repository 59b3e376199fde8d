import ProximityCore
import Testing

struct LockRecordFieldsTests {
    private static func record(subject: String, json: String) -> LockRecord {
        LockRecord(
            process: 1,
            boot: "",
            subject: subject,
            words: SwitchProfile(kernelName: "SW_LID").words,
            state: .on,
            json: json,
            memory: Memory(focus: .unknown),
            isStopped: false
        )
    }

    @Test func `what is watched and how is told by the subject`() {
        let plain = Self.record(subject: "SW_LID assume plain", json: "")
        #expect(plain.switchName == "SW_LID" && plain.policy == .assume && !plain.isInverted)
        let inverted = Self.record(subject: "SW_DOCK keep inverted", json: "")
        #expect(inverted.switchName == "SW_DOCK" && inverted.policy == .keep && inverted.isInverted)
        #expect(Self.record(subject: "", json: "").policy == nil)
    }

    @Test(arguments: [
        "/dev/input/event4", #"a "quoted" \ path"#, #"\"device\":\"x"#, "\u{1}\u{85}\u{2028}é", "",
    ])
    func `device and reason are those of the record`(path: String) throws {
        let identity = Identity(switchName: "SW_LID", device: path, name: #""device":"no""#)
        let written = Record(
            snapshot: .unknown(focus: .unknown),
            sequence: 1,
            cause: Timestamp(microseconds: 0),
            wallMicroseconds: 0,
            reason: .lost,
            identity: identity
        )
        var line: [UInt8] = []
        let words = Words(#""device":"w,"reason":"w"#)
        let renderer = Renderer(words: try #require(words), identity: identity)
        renderer.append(written, as: .json, to: &line)
        let json = String(decoding: line, as: UTF8.self)
        let record = Self.record(subject: "", json: json)
        #expect(record.device == path)
        #expect(record.reason == .lost)
    }

    @Test(arguments: [
        "", "{", #"{"device":"#, #"{"device":null}"#, #"{"device":"\"#, #"{"device":"\uD"#,
    ])
    func `what is not known is nothing`(json: String) {
        #expect(Self.record(subject: "", json: json).device == nil)
        #expect(Self.record(subject: "", json: json).reason == nil)
    }
}
