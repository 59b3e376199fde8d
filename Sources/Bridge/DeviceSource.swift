internal import Evdev
internal import ProximityCore
internal import System

/// Where changes of the switch come from.
///
/// Bits are inverted here, right at the input, where the user asked for that.
struct DeviceSource: ~Copyable {
    let path: FilePath
    private let code: SwitchCode
    private let isInverted: Bool
    private var device: Device?
    private var name: String?

    /// Names a device; it is not opened yet.
    init(path: FilePath, code: SwitchCode, isInverted: Bool) {
        self.path = path
        self.code = code
        self.isInverted = isInverted
    }

    /// Whether the device is open.
    var isOpen: Bool { device != nil }

    /// What the records are about.
    var identity: ProximityCore.Identity {
        Identity(
            switchName: code.name,
            device: path.description,
            name: name
        )
    }

    /// Opens the device.
    ///
    /// - Throws: With what the user can do about it.
    mutating func open() throws(BridgeError) {
        do throws(Errno) {
            let device = try Device(path: path, code: code)
            name = device.identity.name
            self.device = consume device
        } catch {
            throw BridgeError(
                "cannot open \(printable(path)): \(error)" + advice(on: error),
                status: error.isPermissionProblem ? .permissionDenied : .noDevice
            )
        }
    }

    /// Closes the device, so that the kernel can power the sensor down.
    mutating func close() {
        device = nil
    }

    /// Makes a slot wait for events.
    func watch(_ poll: inout Poll, slot: Int) {
        switch device {
        case .none: poll.ignore(slot)
        case .some(let device): poll.watch(slot, device.descriptor, for: .readable)
        }
    }

    /// Takes the next thing that the queue has for the tracker.
    ///
    /// - Returns: The input, when it happened, the time now, and whether a frame is complete; an
    ///   input is missing where a frame ends. Nothing when the queue is empty.
    /// - Throws: `ENODEV` once the device is gone or revoked.
    mutating func next() throws(Errno) -> Report? {
        while let event = try device?.next() {
            switch event {
            case .switched(code, let value, let microseconds):
                // The kernel stamps with the clock itself, so its stamp is never after now.
                let at = microseconds.map(Timestamp.init) ?? Loop.now
                return .input(.event(isOn: (value != 0) != isInverted), at: at, now: at)
            case .switched, .other:
                continue
            case .report:
                return .frameEnd
            case .dropped(let microseconds):
                // The time is taken before the bit is read, so that a change in between is newer.
                let now = Loop.now
                guard let isOn = try device?.synchronize() else { return nil }
                return .input(
                    .overflow(isOn: isOn != isInverted, isMasked: device?.isMasked ?? false),
                    at: microseconds.map(Timestamp.init) ?? now,
                    now: now
                )
            }
        }
        return nil
    }

    /// Something that the queue gave.
    enum Report {
        /// Something for the tracker.
        case input(Input, at: Timestamp, now: Timestamp)
        /// The end of a frame: what has come so far belongs together.
        case frameEnd
    }

    /// Reads the switch, nothing if the device is not open.
    ///
    /// - Returns: The bit, and the time just before it was read.
    /// - Throws: `ENODEV` once the device is gone or revoked.
    func read() throws(Errno) -> (isOn: Bool, now: Timestamp)? {
        let now = Loop.now
        guard let isOn = try device?.read() else { return nil }
        return (isOn != isInverted, now)
    }

    /// Says who may open the device, and how one becomes someone who may.
    private func advice(on error: Errno) -> String {
        guard error.isPermissionProblem, let status = try? FileStatus.of(path) else { return "" }
        let owner = Account.userName(status.owner)
        let group = Account.groupName(status.group)
        let mode = String(status.permissions, radix: 8)
        return " (owner \(owner), group \(group), mode 0\(mode)); a udev rule that tags the device"
            + " uaccess lets the user of the seat read it, such as 70-proxbridge.rules"
    }
}
