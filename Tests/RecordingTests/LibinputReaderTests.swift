import ProximityCore
import Testing

@testable import Recording

struct LibinputReaderTests {
    private static let head = """
        # libinput record
        version: 1
        ndevices: 1
        libinput:
          version: "1.22.1"
        system:
          os: "debian:12"
        devices:

        """

    /// A device as libinput writes it.
    private static func device(
        _ name: String,
        codes: String = "5: [0, 1] # EV_SW",
        comments: String = "",
        events: [String] = []
    ) -> String {
        """
        - node: /dev/input/event4
          evdev:
            # Name: \(name)
            # Event type 0 (EV_SYN)
        \(comments)    # Properties:
            name: "\(name)"
            id: [0, 1, 2, 3]
            codes:
              0: [0, 1, 2] # EV_SYN
              \(codes)
            properties: []
          hid: [0x05, 0x01]
          quirks:
          udev:
            properties:
            - ID_INPUT=1
          events:
          # Current time is 04:03:26

        """ + events.map { "  - evdev:\n    - [\($0)] # EV_SW\n    - [ 0, 0, 0, 0, 0]\n" }.joined()
    }

    @Test(arguments: [1, 11, 1 << 16])
    func `a device and its events`(piece: Int) throws {
        let comments = """
                # Event type 5 (EV_SW)
                #   Event code 0 (SW_LID)
                #       State 1
                #   Event code 1 (SW_TABLET_MODE)
                #       State 0

            """
        let events = ["  0,      0,   5,   0,       0", "4294967296, 408969, 5, 1, -1"]
        let text = Self.head + Self.device("Lid", comments: comments, events: events)
        let (items, error) = read(text, piece: piece)
        #expect(error == nil)
        let device = try #require(items.devices.first)
        #expect(device.name == "Lid" && device.node == "/dev/input/event4")
        #expect(device.switches == [0, 1] && !device.hasKeys)
        #expect(device.states == [0: true, 1: false])
        #expect(
            Array(items.dropFirst()) == [
                event(0, 5, 0, 0), event(0, 0, 0, 0), event(4_294_967_296_408_969, 5, 1, -1),
                event(0, 0, 0, 0),
            ]
        )
    }

    @Test func `several devices, each with its own states`() {
        let state = "    # Event type 5 (EV_SW)\n    #   Event code 3 (X)\n    #       State 1\n"
        let text =
            Self.head + Self.device("Keys", codes: "1: [30]", events: ["0, 5, 1, 30, 1"])
            + Self.device("Lid", comments: state, events: ["0, 7, 5, 0, 1"])
        let (items, error) = read(text)
        #expect(error == nil)
        #expect(items.devices.map(\.name) == ["Keys", "Lid"])
        #expect(items.devices.map(\.hasKeys) == [true, false])
        #expect(items.devices.map(\.states) == [[:], [3: true]])
        #expect(items.firstIndex(of: event(7, 5, 0, 1)) == 4)
    }

    @Test(
        arguments: [
            ("Lab \"q\" ", "Lab \"q\" "), ("back\\slash \\\"", "back\\slash \\\""),
            ("esc \u{1b}[31m \u{7f}", "esc \u{1b}[31m \u{7f}"), ("é \u{fffd}", "é \u{fffd}"),
            ("one\ntwo", "one"), ("# not: a, comment", "# not: a, comment"), ("", ""),
            ("x\u{2028}y\u{feff}z", "x\u{2028}y\u{feff}z"),
        ]
    )
    func `a name is written as it is, and read so`(name: String, wanted: String) throws {
        let (items, error) = read(Self.head + Self.device(name, events: ["0, 7, 5, 0, 1"]))
        #expect(error == nil)
        #expect(items.devices.map(\.name) == [wanted])
        #expect(items.contains(event(7, 5, 0, 1)))
    }

    @Test func `a name that is not UTF-8 is repaired`() {
        let parts = Self.device("NAME").split(separator: "NAME")
        let bytes = Array((Self.head + parts[0]).utf8)
        let between = Array(parts[1].utf8) + [0xff, 0xfe]
        let (items, error) = read(bytes + [0xff] + between + Array(parts[2].utf8))
        #expect(error == nil)
        #expect(items.devices.map(\.name) == ["\u{fffd}\u{fffd}"])
    }

    @Test(
        arguments: [
            ("0, 0, 5, 0", "an event of 4 numbers"), ("0, 0, 5, 0, 0, 0", "more than five"),
            ("0, x, 5, 0, 0", "not a number"), ("0, 0, 65536, 0, 0", "an event type"),
            ("0, 0, 5, -1, 0", "an event type"), ("0, 0, 5, 0, 2147483648", "an event type"),
            ("0, 1000000, 5, 0, 0", "a time"), ("-1, 0, 5, 0, 0", "a time"),
        ]
    )
    func `a malformed event ends it, with its line`(numbers: String, what: String) throws {
        let (items, error) = read(Self.head + Self.device("Lid", events: [numbers]) + "# end\n")
        let found = try #require(error)
        #expect(found.what.hasPrefix(what), "\(found.what)")
        #expect(found.line == 28)
        #expect(items.count == 1)
    }

    @Test func `another version, what is no YAML, and too deep a nest are refused`() throws {
        let version = read("version: 2\nndevices: 1\n").error
        #expect(version?.what == "version 2 of libinput's recordings is not known")
        #expect(version?.line == 1)
        let broken = read("version: 1\ndevices: ]\nmore: 1\n").error
        #expect(broken?.what.hasPrefix("not YAML: ") == true)
        let deep = read("version: 1\nx: " + String(repeating: "[", count: 60_000) + "\n").error
        #expect(deep == RecordingError("nested too deep", line: 2))
        let long = "version: 1\nx: \"\n" + String(repeating: "aaaaaaaaa\n", count: 200_000)
        #expect(read(long).error?.what == "more text than any recording has")
    }

    @Test func `a recording that is cut off ends there`() {
        let whole = Self.head + Self.device("Lid", events: ["0, 7, 5, 0, 1", "0, 8, 5, 0, 0"])
        let (items, error) = read(String(whole.dropLast(40)))
        #expect(error == nil)
        #expect(items.contains(event(7, 5, 0, 1)))
        guard case .cutOff = items.last else {
            Issue.record("\(items)")
            return
        }
    }

    @Test func `what else is in it is skipped`() {
        let extra = "extra:\n  - {a: [1, 2], ? [b] : c}\n  - &x y\n  - *x\n"
        let (items, error) = read(extra.isEmpty ? "" : "version: 1\n" + extra + "devices: []\n")
        #expect(error == nil && items.isEmpty)
    }
}
