import ProximityCore
import Testing

@testable import Recording

struct RecordingNoteTests {
    private static let notes: [RecordingNote] =
        FocusMessage.Word.allCases.flatMap { word -> [RecordingNote] in
            [
                .message(FocusMessage(word: word, stamp: nil)),
                .message(FocusMessage(word: word, stamp: Timestamp(microseconds: 1_250_000))),
            ]
        }
        + Reason.allCases.map { .reading(isOn: $0 == .resume, $0) }
        + [
            .overflow(isOn: true, isMasked: false, at: Timestamp(microseconds: 7)),
            .overflow(isOn: false, isMasked: true, at: Timestamp(microseconds: 9_000_000_000_001)),
            .lost, .found(isOn: true), .found(isOn: false),
        ]

    @Test func `what is written is read again, each on a line that evemu takes for a comment`() {
        var text = EvemuText.header + Array("N: x\n".utf8)
        var wanted: [RecordingItem] = []
        for (number, note) in Self.notes.enumerated() {
            let time = Timestamp(microseconds: Int64(number) * 700_001)
            let start = text.count
            EvemuText.append(note, at: time, to: &text)
            #expect(text[start] == UInt8(ascii: "#"))
            #expect(text[start...].count(where: { $0 == UInt8(ascii: "\n") }) == 1)
            wanted.append(.note(note, at: time))
        }
        let (items, error) = read(text)
        #expect(error == nil)
        #expect(Array(items.dropFirst()) == wanted)
    }

    @Test func `how the switch was watched is written and read again`() throws {
        for policy in Policy.allCases {
            for isInverted in [false, true] {
                let setting = RecordedSetting(
                    switchName: "SW_LID",
                    policy: policy,
                    isInverted: isInverted,
                    initialFocus: .background
                )
                var text = EvemuText.header
                EvemuText.append(setting, to: &text)
                let device = try #require(read(text).items.devices.first)
                #expect(device.setting == setting)
            }
        }
    }

    @Test(
        arguments: [
            "", "1.0", "x lost", "1.0 lost 1", "1.0 found", "1.0 found 2", "1.0 reading 1",
            "1.0 reading 1 boredom", "1.0 overflow 1 1", "1.0 hello", "1.0 foreground x",
            "1.0 foreground 1.0 1", "switch SW_LID", "switch SW_LID never plain unknown",
        ]
    )
    func `anything else in such a comment is a comment`(text: String) throws {
        let (items, error) = read("N: x\n# proxbridge \(text)\nE: 1.0 5 0 1\n")
        #expect(error == nil)
        #expect(items.count == 2)
        #expect(items.devices.first?.setting == nil)
    }

    @Test func `an event is written as evemu does`() {
        var text: [UInt8] = []
        for value: Int32 in [1, -1, 12345] {
            let at = Timestamp(microseconds: 1_000_005)
            EvemuText.append(RecordedEvent(type: 5, code: 11, value: value, at: at), to: &text)
        }
        EvemuText.append(RecordedEvent.report(at: Timestamp(microseconds: 0)), to: &text)
        let wanted = """
            E: 1.000005 0005 000b 0001
            E: 1.000005 0005 000b -0001
            E: 1.000005 0005 000b 12345
            E: 0.000000 0000 0000 0000

            """
        #expect(String(decoding: text, as: UTF8.self) == wanted)
    }

    @Test func `a description is written as evemu does, and read again`() throws {
        let description = EvemuDescription(
            name: "two\nlines\u{7f}",
            identity: [0x19, 0, 0xabcd, 1],
            properties: [1],
            codes: [(5, [0x01, 0x08]), (0x11, [3])],
            axes: [EvemuDescription.Axis(code: 0x18, values: [-5, 255, 0, 1, 12])],
            lamps: [1],
            switches: [0, 11]
        )
        let text = String(decoding: description.lines(), as: UTF8.self)
        let wanted = """
            N: two lines\u{20}
            I: 0019 0000 abcd 0001
            P: 01 00 00 00 00 00 00 00
            B: 05 01 08 00 00 00 00 00 00
            B: 11 03 00 00 00 00 00 00 00
            A: 18 -5 255 0 1 12
            L: 01 1
            S: 00 1
            S: 0b 1

            """
        #expect(text == wanted)
        let device = try #require(read(text).items.devices.first)
        #expect(device.switches == [0, 11] && device.states == [0: true, 11: true])
    }
}
