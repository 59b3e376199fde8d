internal import CLibevdev
internal import System

/// The owner of a libevdev device.
///
/// The corresponding C type is `struct libevdev`.
@safe struct Handle: ~Copyable {
    let pointer: OpaquePointer
    private let isStamped: Bool

    /// Makes libevdev look at an open device, and have its events stamped `CLOCK_MONOTONIC`.
    ///
    /// The corresponding C functions are `libevdev_new_from_fd` and `libevdev_set_clock_id`.
    init(_ descriptor: borrowing FileDescriptor) throws(Errno) {
        var pointer: OpaquePointer?
        try check(unsafe libevdev_new_from_fd(descriptor.rawValue, &pointer))
        guard let made = unsafe pointer else { throw .ioError }
        unsafe self.pointer = made
        isStamped = unsafe libevdev_set_clock_id(made, Int32(clibevdev_clock_monotonic)) == 0
    }

    deinit {
        unsafe libevdev_free(pointer)
    }

    var identity: DeviceIdentity {
        let name = unsafe libevdev_get_name(pointer).map { unsafe String(cString: $0) }
        return DeviceIdentity(
            bus: UInt16(truncatingIfNeeded: unsafe libevdev_get_id_bustype(pointer)),
            vendor: UInt16(truncatingIfNeeded: unsafe libevdev_get_id_vendor(pointer)),
            product: UInt16(truncatingIfNeeded: unsafe libevdev_get_id_product(pointer)),
            name: name ?? ""
        )
    }

    func has(_ code: SwitchCode) -> Bool {
        unsafe libevdev_has_event_code(pointer, UInt32(EV_SW), UInt32(code.rawValue)) != 0
    }

    func value(of code: SwitchCode) -> Bool {
        unsafe libevdev_get_event_value(pointer, UInt32(EV_SW), UInt32(code.rawValue)) != 0
    }

    /// Takes the next event, nothing when there is none.
    ///
    /// The corresponding C function is `libevdev_next_event`.
    func next(_ flags: UInt32) throws(Errno) -> InputEvent? {
        var event = input_event()
        let status = unsafe libevdev_next_event(pointer, flags, &event)
        if status == -EAGAIN { return nil }
        try check(status)
        return InputEvent(event, isStamped: isStamped)
    }
}

/// Throws the error of a libevdev function, which gives the negative error number.
@discardableResult
func check(_ status: Int32) throws(Errno) -> Int32 {
    if status < 0 { throw Errno(rawValue: -status) }
    return status
}
