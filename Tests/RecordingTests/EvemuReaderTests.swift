import ProximityCore
import Testing

@testable import Recording

struct EvemuReaderTests {
    private static let description = """
        N: Lid Switch
        I: 0019 0000 0005 0000
        P: 00 00 00 00 00 00 00 00
        B: 00 21 00 00 00 00 00 00 00
        B: 01 00 00 00 00 00 00 00 00
        B: 05 01 04 01 00 00 00 00 00

        """

    private static let device = {
        var device = RecordedDevice()
        device.name = "Lid Switch"
        device.switches = [0, 10, 16]
        return device
    }()

    @Test(arguments: ["# EVEMU 1.0\n", "# EVEMU 1.3\n# Kernel: 6.1\n", "", "\n# a comment\n"])
    func `a device and its events`(header: String) {
        let text = """
            E: 0.000001 0005 0000 0001\t# EV_SW / SW_LID  1
            E: 0.000001 0000 0000 0000
            E: 12.5 5 a -1
            E: 4294967296.999999 ffff FFFF 2147483647

            """
        let (items, error) = read(header + Self.description + text, piece: 5)
        #expect(error == nil)
        #expect(
            items == [
                .device(Self.device), event(1, 5, 0, 1), event(1, 0, 0, 0),
                event(12_500_000, 5, 10, -1),
                event(4_294_967_296_999_999, 0xffff, 0xffff, .max),
            ]
        )
    }

    @Test func `states, lamps, axes and keys in a description`() throws {
        let text = "S: 00 1\nS: 0a 0\nL: 01 1\nA: 00 0 255 0 0 0\nB: 01 08\n"
        let device = try #require(read(Self.description + text).items.devices.first)
        #expect(device.states == [0: true, 10: false])
        #expect(device.hasKeys)
    }

    @Test func `a name may hold anything, line ends too`() throws {
        let bytes = Array("N: a \"b\" \\ ".utf8) + [0xff, 0x1b] + Array("\nmore\nI: 0\n".utf8)
        let device = try #require(read(bytes).items.devices.first)
        #expect(device.name == "a \"b\" \\ \u{fffd}\u{1b}\nmore")
    }

    @Test(
        arguments: [
            ("E: 1.0 0005 0000\n", "not an event value"), ("E: x 0005 0000 0\n", "not a time"),
            ("E: 1. 0005 0000 0\n", "not a time"), ("E: -1.0 0005 0000 0\n", "not a time"),
            ("E: 99999999999999999999.0 5 0 0\n", "not a time"),
            ("E: 1.0 10000 0000 0\n", "not an event type"), ("E: 1.0 5 g 0\n", "not an event type"),
            ("E: 1.0 5 0 2147483648\n", "not an event value"),
            ("E: 1.0 5 0 -2147483649\n", "not an event value"), ("E: 1.0 5 0 1 1\n", "more than"),
            ("nonsense\n", "not a line"), ("X: 1\n", "not a line"), ("B: 05 100\n", "not a byte"),
            ("B: zz\n", "not an event type"), ("S: 00\n", "not a switch"),
            ("S: 00 1 1\n", "not a switch"),
        ]
    )
    func `a malformed line ends it, with its number`(line: String, what: String) throws {
        let (items, error) = read("# EVEMU 1.3\n" + Self.description + line + "E: 2.0 5 0 1\n")
        let found = try #require(error)
        #expect(found.line == 8)
        #expect(found.what.hasPrefix(what), "\(found.what)")
        #expect(items.allSatisfy { $0 == .device(Self.device) })
    }

    @Test func `a description after the first event is malformed`() {
        let (_, error) = read(Self.description + "E: 2.0 5 0 1\nN: another\n")
        #expect(error == RecordingError("a description after the first event", line: 8))
    }

    @Test(arguments: ["E: 2.0000", "E: 2.000000 0005 0000", "E: 2.000000 0005 0000 000", "nonsen"])
    func `a last line that is cut off is left out`(last: String) {
        let (items, error) = read(Self.description + "E: 1.0 5 0 1\n" + last)
        #expect(error == nil)
        #expect(items == [.device(Self.device), event(1_000_000, 5, 0, 1), .cutOff(line: 8)])
    }

    @Test func `a last line may lack its end`() {
        let (items, error) = read(Self.description + "E: 1.000000 0005 0000 0001")
        #expect(error == nil)
        #expect(items.last == event(1_000_000, 5, 0, 1))
    }

    @Test func `a description alone is a device`() {
        #expect(read("N: Lid Switch\n").items.devices.map(\.name) == ["Lid Switch"])
    }
}
