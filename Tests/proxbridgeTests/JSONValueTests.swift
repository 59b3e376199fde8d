import Foundation
import ProximityCore
import Testing

@testable import proxbridge

struct JSONValueTests {
    @Test func `an independent reader reads what is written`() throws {
        let value = JSONValue.object([
            ("text", .string("a \"b\" \\ \n é \u{1}")),
            ("none", JSONValue(String?.none)),
            ("list", .array([JSONValue(true), JSONValue(-7), nil])),
            ("seconds", JSONValue(Timestamp(microseconds: 1_500_000))),
            ("ready", .text("{\"v\":1}")),
            ("empty", .object([])),
        ])
        #expect(!value.line.contains("\n"))
        let read = try JSONSerialization.jsonObject(with: Data(value.line.utf8))
        let wanted: NSDictionary = [
            "text": "a \"b\" \\ \n é \u{1}", "none": NSNull(), "list": [true, -7, NSNull()],
            "seconds": 1.5, "ready": ["v": 1], "empty": [String: Int](),
        ]
        #expect(read as? NSDictionary == wanted)
    }
}
