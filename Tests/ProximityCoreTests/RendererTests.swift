import ProximityCore
import Testing

struct RendererTests {
    private static let lid = SwitchProfile(kernelName: "SW_LID").words

    private static func line(
        _ record: Record = record(),
        words: Words = lid,
        identity: Identity,
        as form: RecordForm = .json
    ) -> [UInt8] {
        var line: [UInt8] = []
        Renderer(words: words, identity: identity).append(record, as: form, to: &line)
        return line
    }

    private static func record(
        _ snapshot: Snapshot = .unknown(focus: .unknown),
        sequence: UInt64 = 1,
        cause: Int64 = 0,
        wall: Int64 = 0,
        reason: Reason = .start
    ) -> Record {
        Record(
            snapshot: snapshot,
            sequence: sequence,
            cause: Timestamp(microseconds: cause),
            wallMicroseconds: wall,
            reason: reason,
            identity: Identity(switchName: nil, device: nil, name: nil)
        )
    }

    private static func named(_ name: String?, device: String? = "/dev/input/event4") -> Identity {
        Identity(switchName: "SW_LID", device: device, name: name)
    }

    @Test func `a known record is this line`() {
        let record = Self.record(
            Snapshot(state: .off, reported: .on, basis: .assumed, focus: .foreground),
            sequence: 7,
            cause: 12_500_000,
            wall: 1_709_251_199_000_042,
            reason: .foreground
        )
        let due = """
            {"v":1,"seq":7,"time":"2024-02-29T23:59:59.000042Z","monotonic":12.500000,\
            "state":"open","reported":"closed","basis":"assumed","focus":"foreground",\
            "reason":"foreground","switch":"SW_LID","device":"/dev/input/event4",\
            "name":"Lid Switch"}

            """
        let line = Self.line(record, identity: Self.named("Lid Switch"))
        #expect(String(decoding: line, as: UTF8.self) == due)
    }

    @Test func `the word form is the state's word on a line`() {
        for (state, due) in [
            (SwitchState.on, "closed\n"), (.off, "open\n"), (.unknown, "unknown\n"),
        ] {
            for reported in SwitchState.allCases {
                let snapshot = Snapshot(
                    state: state,
                    reported: reported,
                    basis: .measured,
                    focus: .background
                )
                let line = Self.line(
                    Self.record(snapshot),
                    identity: Self.named("Lid"),
                    as: .word
                )
                #expect(String(decoding: line, as: UTF8.self) == due)
            }
        }
    }

    @Test func `what is not known yet is null`() {
        let identity = Identity(switchName: nil, device: nil, name: nil)
        let line = String(decoding: Self.line(identity: identity), as: UTF8.self)
        #expect(line.hasSuffix(",\"switch\":null,\"device\":null,\"name\":null}\n"))
    }

    @Test func `a line is appended to what is there`() {
        let identity = Self.named("Lid")
        for form in [RecordForm.word, .json] {
            var line = Array("before ".utf8)
            Renderer(words: Self.lid, identity: identity)
                .append(Self.record(), as: form, to: &line)
            let alone = Self.line(identity: identity, as: form)
            #expect(line == Array("before ".utf8) + alone)
        }
    }

    @Test func `every value of every key reads back`() throws {
        for reason in Reason.allCases {
            for state in SwitchState.allCases {
                for reported in SwitchState.allCases {
                    for (basis, focus) in zip(Basis.allCases, Focus.allCases) {
                        let snapshot = Snapshot(
                            state: state,
                            reported: reported,
                            basis: basis,
                            focus: focus
                        )
                        let record = Self.record(snapshot, sequence: 3, reason: reason)
                        let line = Self.line(record, identity: Self.named("Lid"))
                        let object = try JSONReader.object(in: line)
                        #expect(object.count == 12)
                        #expect(object["v"] as? Int == 1)
                        #expect(object["seq"] as? Int == 3)
                        #expect(object["state"] as? String == Self.lid[state])
                        #expect(object["reported"] as? String == Self.lid[reported])
                        #expect(object["basis"] as? String == basis.rawValue)
                        #expect(object["focus"] as? String == focus.rawValue)
                        #expect(object["reason"] as? String == reason.rawValue)
                    }
                }
            }
        }
    }

    @Test func `the monotonic time is in seconds with six decimals`() {
        for (microseconds, due) in [
            (0, "0.000000"), (1, "0.000001"), (999_999, "0.999999"), (1_000_000, "1.000000"),
            (12_034_050, "12.034050"), (-1, "-0.000001"), (-1_500_000, "-1.500000"),
            (.max, "9223372036854.775807"), (.min, "-9223372036854.775808"),
        ] as [(Int64, String)] {
            let record = Self.record(cause: microseconds)
            let line = String(decoding: Self.line(record, identity: Self.named(nil)), as: UTF8.self)
            #expect(line.contains("\"monotonic\":\(due),"), "\(line)")
        }
    }

    @Test(
        arguments: [
            "\"", "\\", "\\\"}\n{\"state\":\"near\"", "\u{0}", "\u{1b}[2J", "a\nb\rc\td", "\u{7f}",
            "\u{80}\u{85}\u{9b}31m\u{9f}", "\u{2028}\u{2029}", "\u{a0}", "/</script>", "é",
            "e\u{301}", "\u{301}", "😀", "\u{fffd}", "x\u{feff}", "\u{10ffff}", "", " ",
        ]
    )
    func `a hostile name reads back whole and keeps the line single`(name: String) throws {
        for identity in [Self.named(name), Self.named("Lid", device: name)] {
            let object = try JSONReader.object(in: Self.line(identity: identity))
            let read = try #require(object[identity.name == "Lid" ? "device" : "name"] as? String)
            // Scalars, since strings compare by canonical equivalence.
            #expect(Array(read.unicodeScalars) == Array(name.unicodeScalars))
        }
    }

    @Test(arguments: 1...50 as ClosedRange<UInt64>)
    func `any bytes of a name, repaired to UTF-8, read back`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let bytes = (0..<250).map { _ in UInt8.random(in: 0...255, using: &random) }
        let name = String(decoding: bytes, as: UTF8.self)
        let object = try JSONReader.object(in: Self.line(identity: Self.named(name)))
        let read = try #require(object["name"] as? String)
        #expect(Array(read.unicodeScalars) == Array(name.unicodeScalars))
        #expect(read.unicodeScalars.contains("\u{fffd}"))
    }

    @Test(arguments: ["x", "\"", "\u{1}", "é", "😀", "\u{2028}"])
    func `a line that would be too long has its name cut first`(unit: String) throws {
        let device = "/dev/input/by-path/" + String(repeating: "d", count: 2_000)
        let name = String(repeating: unit, count: 6_000)
        let line = Self.line(identity: Self.named(name, device: device))
        let object = try JSONReader.object(in: line)
        #expect(object["device"] as? String == device)
        let read = try #require(object["name"] as? String)
        #expect(!read.isEmpty)
        #expect(name.hasPrefix(read))
    }

    @Test func `a path that alone is too long is cut too, and leaves no room for a name`() throws {
        for unit in ["d", "\u{1}", "😀"] {
            let device = "/" + String(repeating: unit, count: 5_000)
            for name in ["Lid", nil, String(repeating: "x", count: 5_000)] {
                let line = Self.line(identity: Self.named(name, device: device))
                let object = try JSONReader.object(in: line)
                let read = try #require(object["device"] as? String)
                #expect(device.hasPrefix(read))
                #expect(read.utf8.count > 500)
                // No more than what the cut of the path, at a character, left over.
                #expect((object["name"] as? String ?? "").utf8.count < 6)
            }
        }
    }

    @Test func `a name and a path of everyday length are never cut`() throws {
        let device = "/dev/input/by-path/" + String(repeating: "d", count: 255)
        let name = String(repeating: "\u{1}", count: 255)
        let object = try JSONReader.object(
            in: Self.line(identity: Self.named(name, device: device))
        )
        #expect(object["device"] as? String == device)
        #expect(object["name"] as? String == name)
    }

    @Test func `a line of the longest parts is still within the limit`() throws {
        let quotes = String(repeating: "\"", count: Words.maximumLength)
        let words = try #require(Words(quotes + "," + quotes.dropLast() + "\\"))
        let record = Self.record(
            Snapshot(state: .on, reported: .off, basis: .measured, focus: .foreground),
            sequence: .max,
            cause: .min,
            wall: .max,
            reason: .foreground
        )
        for unit in ["x", "\u{1}"] {
            let long = String(repeating: unit, count: 5_000)
            for identity in [Self.named(long), Self.named(nil, device: long)] {
                let line = Self.line(record, words: words, identity: identity)
                let object = try JSONReader.object(in: line)
                #expect(object["state"] as? String == quotes)
                #expect(line.count > 3_500)
            }
        }
    }
}
