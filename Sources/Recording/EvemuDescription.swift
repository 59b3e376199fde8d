/// A device as evemu describes it, complete enough to make another like it.
public struct EvemuDescription: Equatable, Sendable {
    /// An absolute axis.
    public struct Axis: Equatable, Sendable {
        /// Its code.
        public let code: UInt16
        /// Minimum, maximum, fuzz, flat, resolution.
        public let values: [Int32]

        /// Makes an axis of its code and its five values.
        public init(code: UInt16, values: [Int32]) {
            self.code = code
            self.values = values
        }
    }

    /// The device's name.
    public var name: String
    /// Bus, vendor, product, version.
    public var identity: [UInt16]
    /// The properties, one bit each.
    public var properties: [UInt8]
    /// The codes of each event type that the device has, one bit each.
    public var codes: [(type: UInt16, bits: [UInt8])]
    /// The axes.
    public var axes: [Axis]
    /// The lamps that are lit.
    public var lamps: [UInt16]
    /// The switches that are on.
    public var switches: [UInt16]

    /// Makes a description of its parts.
    public init(
        name: String,
        identity: [UInt16],
        properties: [UInt8],
        codes: [(type: UInt16, bits: [UInt8])],
        axes: [Axis],
        lamps: [UInt16],
        switches: [UInt16]
    ) {
        self.name = name
        self.identity = identity
        self.properties = properties
        self.codes = codes
        self.axes = axes
        self.lamps = lamps
        self.switches = switches
    }

    /// Tells whether two descriptions are of like devices in like states.
    public static func == (left: EvemuDescription, right: EvemuDescription) -> Bool {
        left.lines() == right.lines()
    }

    /// The description as evemu writes it, format 1.3, each line with its end.
    public func lines() -> [UInt8] {
        // A name is one line, whatever the driver put in it.
        let name = String(self.name.unicodeScalars.map { Self.isControl($0) ? " " : Character($0) })
        var text = "N: \(name)\nI:"
        for number in identity { text += " " + hexadecimal(number, width: 4) }
        text += "\n" + rows("P:", properties)
        for (type, bits) in codes { text += rows("B: " + hexadecimal(type, width: 2), bits) }
        for axis in axes {
            let values = axis.values.map { String($0) }.joined(separator: " ")
            text += "A: \(hexadecimal(axis.code, width: 2)) \(values)\n"
        }
        for code in lamps { text += "L: \(hexadecimal(code, width: 2)) 1\n" }
        for code in switches { text += "S: \(hexadecimal(code, width: 2)) 1\n" }
        return Array(text.utf8)
    }

    /// Bytes, eight on a line.
    private func rows(_ title: String, _ bytes: [UInt8]) -> String {
        stride(from: 0, to: bytes.count, by: 8).map { start in
            let row = (start..<start + 8).map { bytes.indices.contains($0) ? bytes[$0] : 0 }
            return title + row.map { " " + hexadecimal($0, width: 2) }.joined() + "\n"
        }.joined()
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory == .control
    }
}

/// A number in so many lower-case digits at least.
func hexadecimal(_ number: some BinaryInteger, width: Int) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
}
