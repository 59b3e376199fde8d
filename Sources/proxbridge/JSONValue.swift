import ProximityCore

/// A value of JSON (RFC 8259) to be printed; an object keeps the order of its keys.
enum JSONValue: ExpressibleByNilLiteral {
    case string(String)
    /// What is JSON already: a number, a record.
    case text(String)
    case array([JSONValue])
    case object([(key: String, value: JSONValue)])

    init(nilLiteral: ()) { self = .text("null") }

    init(_ string: String?) { self = string.map { .string($0) } ?? nil }

    init(_ truth: Bool?) { self = truth.map { .text($0 ? "true" : "false") } ?? nil }

    init(_ number: (some BinaryInteger)?) { self = number.map { .text(String($0)) } ?? nil }

    /// A duration or a moment in seconds, with six decimals.
    init(_ moment: Timestamp?) { self = moment.map { .text($0.text) } ?? nil }

    /// The value on one line.
    var line: String {
        switch self {
        case .string(let string):
            var bytes: [UInt8] = []
            JSONText.append(string, to: &bytes)
            return String(decoding: bytes, as: UTF8.self)
        case .text(let text): return text
        case .array(let values):
            return "[" + values.map(\.line).joined(separator: ",") + "]"
        case .object(let members):
            let texts = members.map { "\(JSONValue.string($0.key).line):\($0.value.line)" }
            return "{" + texts.joined(separator: ",") + "}"
        }
    }
}
