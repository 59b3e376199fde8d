internal import Evdev
internal import ProximityCore
internal import Recording
internal import System

/// Where changes of the switch come from: a device that comes and goes.
///
/// Bits are inverted here, right at the input, where the user asked for that.
struct DeviceSource: ~Copyable {
    /// Something that the queue gave.
    enum Report {
        /// Something for the tracker.
        case input(Input, at: Timestamp, now: Timestamp)
        /// The end of a frame: what has come so far belongs together.
        case frameEnd
    }

    private let target: DeviceTarget
    private let code: SwitchCode
    private let isInverted: Bool
    private var device: Device?
    /// The device as it was found last; one that comes back has to be the same.
    private var node: InputNode?
    private var watch: PathWatch?
    private var warned: String?

    /// Names a device; it is not opened yet.
    init(_ configuration: Configuration) {
        target = configuration.target
        node = configuration.node
        code = configuration.code
        isInverted = configuration.isInverted
    }

    /// Whether the search failed for a reason that passes without anything to wake the bridge.
    private(set) var isWorthRetrying = false

    /// Whether it is waited for: it was looked for and not found.
    var isWaitedFor: Bool { watch != nil }

    /// Whether the device is open.
    var isOpen: Bool { device != nil }

    /// The path of the device, the one it is expected at before it was there.
    var path: FilePath { node?.path ?? target.path }

    /// What the records are about.
    var identity: Identity {
        Identity(
            switchName: code.name,
            device: node?.path.description,
            name: node?.identity.name
        )
    }

    /// Opens the device that was found.
    ///
    /// - Throws: With what the user can do about it.
    mutating func open() throws(BridgeError) {
        guard let node else { throw BridgeError("no device was found", status: .noDevice) }
        do throws(Errno) {
            device = try Device(path: node.path, code: code)
        } catch {
            throw BridgeError(
                "cannot open \(printable(node.path)): \(error)" + node.advice(on: error),
                status: error.isPermissionProblem ? .permissionDenied : .noDevice,
                cause: error
            )
        }
        watch = nil
        warned = nil
    }

    /// Closes the device, so that the kernel can power the sensor down, and waits for none.
    mutating func close() {
        device = nil
        watch = nil
    }

    /// Makes a slot wait for events, and another for the device to appear.
    func watch(_ poll: inout Poll, slot: Int, appearanceSlot: Int) {
        switch device {
        case .none: poll.ignore(slot)
        case .some(let device): poll.watch(slot, device.descriptor, for: .readable)
        }
        switch watch {
        case .none: poll.ignore(appearanceSlot)
        case .some(let watch): poll.watch(appearanceSlot, watch.descriptor, for: .readable)
        }
    }

    /// Describes the device for a recording, the switch being as it was read.
    func describe(isOn: Bool) -> EvemuDescription? {
        switch device {
        case .none: nil
        case .some(let device): EvemuDescription(device, isOn: isOn != isInverted)
        }
    }

    /// Takes the next thing that the queue has for the tracker.
    ///
    /// - Returns: An input with the time it happened and the time now, or the end of a frame;
    ///   nothing when the queue is empty.
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

    /// Reads the switch, nothing if the device is not open.
    ///
    /// - Returns: The bit, and the time just before it was read.
    /// - Throws: `ENODEV` once the device is gone or revoked.
    func read() throws(Errno) -> (isOn: Bool, now: Timestamp)? {
        let now = Loop.now
        guard let isOn = try device?.read() else { return nil }
        return (isOn != isInverted, now)
    }
}

// The way back to a device that is not there.
extension DeviceSource {
    /// Looks for the device, at the start of a wait and whenever something on the way to it changes.
    ///
    /// - Parameter diagnostics: Where one is told, once, what is in the way.
    /// - Returns: Whether the device is open now; if not, a later change wakes the bridge again.
    mutating func seek(_ diagnostics: inout Diagnostics) -> Bool {
        isWorthRetrying = false
        let found: InputNode?
        do throws(Errno) {
            // The watch comes first, so that what happens during the search wakes the bridge again.
            watch = try PathWatch(onTheWayTo: target.path)
            found = try candidate(&diagnostics)
        } catch {
            isWorthRetrying = true
            warn("cannot look for \(printable(target.path)): \(error)", &diagnostics)
            return false
        }
        guard let found else { return false }
        let previous = node
        node = found
        do throws(BridgeError) {
            try open()
            return true
        } catch {
            node = previous
            // One that went in the meantime is only not there yet.
            guard error.cause?.isAbsence != true else { return false }
            isWorthRetrying = error.status != .permissionDenied
            warn(error.message, &diagnostics)
            return false
        }
    }

    /// Finds a device that has the switch and, where one was known before, is that one.
    private mutating func candidate(
        _ diagnostics: inout Diagnostics
    ) throws(Errno) -> InputNode? {
        let nodes: [InputNode]
        do throws(Errno) {
            switch target {
            case .path(let path): nodes = try InputNode.at(path).map { [$0] } ?? []
            case .automatic: nodes = try InputNode.all()
            }
        } catch {
            if error.isAbsence { return nil }
            throw error
        }
        let fitting = nodes.filter { $0.switches.contains(code) }
        guard let known = node?.identity else { return fitting.first }
        if let same = fitting.first(where: { $0.identity == known }) { return same }
        if case .path = target, let other = nodes.first {
            warn(
                "\(printable(other.path)) is another device now (\(printable(other.identity.name)));"
                    + " waiting for \(printable(known.name))",
                &diagnostics
            )
        }
        return nil
    }

    /// Warns, unless that is what was said last.
    private mutating func warn(_ message: String, _ diagnostics: inout Diagnostics) {
        if message != warned { diagnostics.warn(message) }
        warned = message
    }
}
