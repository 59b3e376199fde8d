internal import CLibevdev

/// The range of an absolute axis.
///
/// The corresponding C type is `struct input_absinfo`.
public struct AxisRange: Equatable, Sendable {
    /// The smallest value.
    public let minimum: Int32
    /// The largest value.
    public let maximum: Int32
    /// The noise that the kernel filters.
    public let fuzz: Int32
    /// The values that count as the middle.
    public let flat: Int32
    /// Units per millimetre.
    public let resolution: Int32
}

// All that can be told of a device so that another like it can be made.
extension Device {
    /// The version in the device's identity.
    public var version: UInt16 { handle.version }

    /// The device's properties, one bit each (`INPUT_PROP_MAX`).
    public var propertyBits: [UInt8] { handle.propertyBits }

    /// The codes that the device has of an event type, one bit each; empty for no such type.
    ///
    /// The corresponding C function is `libevdev_has_event_code`.
    public func codeBits(ofType type: UInt16) -> [UInt8] { handle.codeBits(ofType: type) }

    /// The range of an axis (`EV_ABS`).
    ///
    /// The corresponding C function is `libevdev_get_abs_info`.
    public func range(ofAxis code: UInt16) -> AxisRange? { handle.range(ofAxis: code) }

    /// What libevdev last knew of a code's value.
    ///
    /// The corresponding C function is `libevdev_get_event_value`.
    public func value(ofType type: UInt16, code: UInt16) -> Int32 {
        handle.value(ofType: type, code: code)
    }
}

extension Handle {
    fileprivate var version: UInt16 {
        UInt16(truncatingIfNeeded: unsafe libevdev_get_id_version(pointer))
    }

    fileprivate var propertyBits: [UInt8] {
        bits(upTo: Int(INPUT_PROP_MAX)) { unsafe libevdev_has_property(pointer, $0) != 0 }
    }

    fileprivate func codeBits(ofType type: UInt16) -> [UInt8] {
        let type = UInt32(type)
        guard unsafe libevdev_has_event_type(pointer, type) != 0 else { return [] }
        return bits(upTo: Int(libevdev_event_type_get_max(type))) {
            unsafe libevdev_has_event_code(pointer, type, $0) != 0
        }
    }

    fileprivate func range(ofAxis code: UInt16) -> AxisRange? {
        guard let info = unsafe libevdev_get_abs_info(pointer, UInt32(code)) else { return nil }
        return unsafe AxisRange(
            minimum: info.pointee.minimum,
            maximum: info.pointee.maximum,
            fuzz: info.pointee.fuzz,
            flat: info.pointee.flat,
            resolution: info.pointee.resolution
        )
    }

    fileprivate func value(ofType type: UInt16, code: UInt16) -> Int32 {
        unsafe libevdev_get_event_value(pointer, UInt32(type), UInt32(code))
    }

    private func bits(upTo maximum: Int, _ isSet: (UInt32) -> Bool) -> [UInt8] {
        guard maximum >= 0 else { return [] }
        var bytes = [UInt8](repeating: 0, count: maximum / 8 + 1)
        for number in 0...maximum where isSet(UInt32(number)) {
            bytes[number / 8] |= 1 << UInt8(number % 8)
        }
        return bytes
    }
}
