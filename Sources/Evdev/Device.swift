internal import CLibevdev
public import System

/// An open event device of which one switch is watched; read-only, never grabbed, never written.
public struct Device: ~Copyable {
    /// The path that was opened.
    public let path: FilePath
    /// What the device says it is.
    public let identity: DeviceIdentity
    /// The watched switch.
    public let code: SwitchCode
    /// Whether the kernel queues nothing but the watched switch (`EVIOCSMASK`, Linux 4.4).
    public let isMasked: Bool
    /// Readable when events are queued.
    public let descriptor: FileDescriptor
    /// A second client of the device.
    ///
    /// To read the switches throws away the client's queued switch
    /// events (`evdev_handle_get_val` in the kernel), so the one that reads never has any.
    private let reader: FileDescriptor
    let handle: Handle

    /// Opens a device and asks for the events of one switch, stamped `CLOCK_MONOTONIC`.
    ///
    /// - Throws: What the kernel or libevdev says; `ENODEV` if the device lacks the switch.
    public init(path: FilePath, code: SwitchCode) throws(Errno) {
        let descriptor = try Self.open(path)
        let isMasked = Self.admit(code, to: descriptor)
        let handle = try Handle(descriptor)
        guard handle.has(code) else { throw .noSuchDevice }
        // What was queued until now is other codes, other clocks, and the SYN_DROPPED of changing
        // the clock. No change is lost by throwing it away: the first reading comes after it.
        try Self.drain(descriptor)
        let reader = try Self.open(path)
        // A link can lead elsewhere by now.
        guard try FileStatus.of(reader).device == FileStatus.of(descriptor).device else {
            throw .noSuchDevice
        }
        _ = Self.setMask(of: reader, type: EV_SYN, bits: 0)
        self.path = path
        self.code = code
        self.isMasked = isMasked
        identity = handle.identity
        self.descriptor = descriptor
        self.reader = reader
        self.handle = handle
    }

    /// Takes the next event that is queued, nothing if there is none.
    ///
    /// The corresponding C function is `libevdev_next_event`.
    /// - Returns: The event, nothing when the queue is empty.
    /// - Throws: `ENODEV` once the device is gone or revoked.
    public mutating func next() throws(Errno) -> InputEvent? {
        try handle.next(UInt32(LIBEVDEV_READ_FLAG_NORMAL.rawValue))
    }

    /// Catches up after `dropped`, and returns the watched switch's bit as it is now.
    ///
    /// Events queued so far are seen in the bit, and thrown away.
    /// - Returns: Whether the bit is set.
    /// - Throws: `ENODEV` once the device is gone or revoked.
    public mutating func synchronize() throws(Errno) -> Bool {
        // A change that came and went in the gap is in none of these events, see field notes of
        // libevdev on SYN_DROPPED; the bit is what counts.
        while try handle.next(UInt32(LIBEVDEV_READ_FLAG_SYNC.rawValue)) != nil {}
        return handle.value(of: code)
    }

    /// Reads the watched switch's bit, and swallows no queued event.
    ///
    /// The corresponding C constant is `EVIOCGSW`.
    /// - Returns: Whether the bit is set.
    /// - Throws: `ENODEV` once the device is gone or revoked.
    public func read() throws(Errno) -> Bool {
        try Self.readSwitches(reader) & (1 << UInt64(code.rawValue)) != 0
    }

    /// Reads one switch of a device that is opened for no longer than that.
    ///
    /// - Returns: Whether the bit is set.
    /// - Throws: What the kernel says.
    public static func read(_ code: SwitchCode, of path: FilePath) throws(Errno) -> Bool {
        try readSwitches(open(path)) & (1 << UInt64(code.rawValue)) != 0
    }

    /// Tells whether another process has grabbed a device, by grabbing it for an instant.
    ///
    /// A change in that instant reaches nobody. The corresponding C constant is `EVIOCGRAB`.
    /// - Throws: What the kernel says.
    public static func isGrabbed(_ path: FilePath) throws(Errno) -> Bool {
        try isGrabbed(open(path))
    }

    private static func isGrabbed(_ descriptor: borrowing FileDescriptor) throws(Errno) -> Bool {
        try check(clibevdev_test_grab(descriptor.rawValue)) == 1
    }

    private static func open(_ path: FilePath) throws(Errno) -> FileDescriptor {
        try FileDescriptor.open(path, .readOnly, options: [.nonBlocking, .noControllingTerminal])
    }

    private static func readSwitches(_ descriptor: borrowing FileDescriptor) throws(Errno) -> UInt64
    {
        var bits = [UInt8](repeating: 0, count: 8)
        let rawValue = descriptor.rawValue
        try check(unsafe clibevdev_get_switches(rawValue, &bits, UInt32(bits.count)))
        return bits.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// Lets through the events of one switch alone; false on a kernel that knows no masks.
    private static func admit(
        _ code: SwitchCode,
        to descriptor: borrowing FileDescriptor
    ) -> Bool {
        setMask(of: descriptor, type: EV_SW, bits: 1 << UInt64(code.rawValue))
            && setMask(of: descriptor, type: EV_SYN, bits: 1 << UInt64(EV_SW))
    }

    /// Sets the mask of the codes of a type; that of `EV_SYN` is the mask of the types.
    private static func setMask(
        of descriptor: borrowing FileDescriptor,
        type: Int32,
        bits: UInt64
    ) -> Bool {
        // The kernel takes whole words.
        var bytes = (0..<8).map { UInt8(truncatingIfNeeded: bits >> (8 * $0)) }
        let rawValue = descriptor.rawValue
        return unsafe clibevdev_set_mask(rawValue, UInt32(type), &bytes, UInt32(bytes.count)) == 0
    }

    /// Throws away what was queued before the mask and the clock were set.
    private static func drain(_ descriptor: borrowing FileDescriptor) throws(Errno) {
        var buffer = [UInt8](repeating: 0, count: 4096)
        do throws(Errno) {
            while try descriptor.read(into: &buffer) > 0 {}
        } catch .wouldBlock {}
    }
}
