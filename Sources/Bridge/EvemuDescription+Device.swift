internal import Evdev
internal import Recording

extension EvemuDescription {
    private static let axisType: UInt16 = 3
    private static let lampType: UInt16 = 0x11

    /// Describes an open device, its watched switch having just been read.
    init(_ device: borrowing Device, isOn: Bool) {
        func codes(_ type: UInt16) -> [UInt16] {
            let bits = device.codeBits(ofType: type)
            return (0..<UInt16(bits.count * 8)).filter { code in
                bits[Int(code / 8)] & (1 << UInt8(code % 8)) != 0
            }
        }
        func isSet(_ type: UInt16, _ code: UInt16) -> Bool {
            if type == RecordedEvent.switch && code == device.code.rawValue { return isOn }
            return device.value(ofType: type, code: code) != 0
        }
        let identity = device.identity
        self.init(
            name: identity.name,
            identity: [identity.bus, identity.vendor, identity.product, device.version],
            properties: device.propertyBits,
            codes: (UInt16(0)..<0x20).map { ($0, device.codeBits(ofType: $0)) }
                .filter { !$0.1.isEmpty },
            axes: codes(Self.axisType).compactMap { code in
                device.range(ofAxis: code).map { range in
                    Axis(
                        code: code,
                        values: [
                            range.minimum, range.maximum, range.fuzz, range.flat,
                            range.resolution,
                        ]
                    )
                }
            },
            lamps: codes(Self.lampType).filter { isSet(Self.lampType, $0) },
            switches: codes(RecordedEvent.switch).filter { isSet(RecordedEvent.switch, $0) }
        )
    }
}
