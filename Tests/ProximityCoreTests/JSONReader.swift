import Foundation
import ProximityCore
import Testing

/// Reads lines of json with another program's eyes.
enum JSONReader {
    /// Parses a line, which must be one object, one line, and harmless on a terminal.
    static func object(in line: [UInt8]) throws -> [String: Any] {
        #expect(line.last == UInt8(ascii: "\n"))
        #expect(line.count <= Renderer.maximumLength)
        let body = Array(line.dropLast())
        let text = try #require(String(validating: body, as: UTF8.self), "not UTF-8")
        #expect(isHarmless(text))
        let value = try JSONSerialization.jsonObject(with: Data(body))
        return try #require(value as? [String: Any])
    }

    /// Parses a JSON string, alone.
    static func string(in text: [UInt8]) throws -> String {
        let value = try JSONSerialization.jsonObject(
            with: Data(text),
            options: [.fragmentsAllowed]
        )
        return try #require(value as? String)
    }

    /// Tells whether nothing in `text` ends a line anywhere or moves a cursor.
    static func isHarmless(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { scalar in
            switch scalar.value {
            case 0..<0x20, 0x7f..<0xa0, 0x2028, 0x2029: false
            default: true
            }
        }
    }
}
