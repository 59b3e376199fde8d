import Foundation
import ProximityCore
import Testing

/// The time of a record, as its json form shows it.
struct WallTimeTests {
    private static func time(_ wallMicroseconds: Int64) throws -> String {
        let record = Record(
            snapshot: .unknown(focus: .unknown),
            sequence: 1,
            cause: .seconds(0),
            wallMicroseconds: wallMicroseconds,
            reason: .start,
            identity: Identity(switchName: nil, device: nil, name: nil)
        )
        let identity = Identity(switchName: nil, device: nil, name: nil)
        var line: [UInt8] = []
        Renderer(words: SwitchProfile(kernelName: "SW_LID").words, identity: identity)
            .append(record, as: .json, to: &line)
        return try #require(try JSONReader.object(in: line)["time"] as? String)
    }

    @Test(
        arguments: [
            (0, "1970-01-01T00:00:00.000000Z"),
            (1, "1970-01-01T00:00:00.000001Z"),
            (-1, "1969-12-31T23:59:59.999999Z"),
            (59_999_999, "1970-01-01T00:00:59.999999Z"),
            (86_399_999_999, "1970-01-01T23:59:59.999999Z"),
            (946_684_799_999_999, "1999-12-31T23:59:59.999999Z"),
            (946_684_800_000_000, "2000-01-01T00:00:00.000000Z"),
            (951_782_400_000_000, "2000-02-29T00:00:00.000000Z"),
            (951_868_799_999_999, "2000-02-29T23:59:59.999999Z"),
            (951_868_800_000_000, "2000-03-01T00:00:00.000000Z"),
            (1_709_251_199_000_042, "2024-02-29T23:59:59.000042Z"),
            (2_147_483_648_000_000, "2038-01-19T03:14:08.000000Z"),
            (4_107_542_399_999_999, "2100-02-28T23:59:59.999999Z"),
            (4_107_542_400_000_000, "2100-03-01T00:00:00.000000Z"),
            (-2_203_891_200_000_000, "1900-03-01T00:00:00.000000Z"),
            (-2_203_891_200_000_001, "1900-02-28T23:59:59.999999Z"),
            (-11_670_955_200_000_000, "1600-02-29T12:00:00.000000Z"),
            (-62_135_596_800_000_000, "0001-01-01T00:00:00.000000Z"),
            (253_402_300_799_999_999, "9999-12-31T23:59:59.999999Z"),
        ] as [(Int64, String)]
    )
    func `a moment has this date and time`(microseconds: Int64, due: String) throws {
        #expect(try Self.time(microseconds) == due)
    }

    @Test func `the year keeps to four digits at both ends of the count`() throws {
        #expect(try Self.time(253_402_300_800_000_000) == "9999-12-31T23:59:59.999999Z")
        #expect(try Self.time(.max) == "9999-12-31T23:59:59.999999Z")
        #expect(try Self.time(.min) == "0000-03-01T00:00:00.000000Z")
    }

    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func `any moment since the Gregorian calendar is as Foundation has it`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let formatter = ISO8601DateFormatter()
        for _ in 0..<50 {
            let seconds = Int64.random(in: -12_212_553_600...253_402_300_799, using: &random)
            let microsecond = Int64.random(in: 0..<1_000_000, using: &random)
            let due = formatter.string(from: Date(timeIntervalSince1970: Double(seconds)))
            let digits = String(String(1_000_000 + microsecond).dropFirst())
            let text = try Self.time(seconds * 1_000_000 + microsecond)
            #expect(text == due.dropLast() + ".\(digits)Z")
        }
    }

    @Test func `each day of four centuries follows the one before`() throws {
        let formatter = ISO8601DateFormatter()
        for day in stride(from: Int64(-135_140), to: 11_000, by: 7) {
            let due = formatter.string(from: Date(timeIntervalSince1970: Double(day * 86_400)))
            let text = try Self.time(day * 86_400_000_000)
            #expect(text == due.dropLast() + ".000000Z")
        }
    }
}
