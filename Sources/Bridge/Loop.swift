internal import ProximityCore
internal import System

/// The bridge itself: one thread, one `poll`, until it is told to stop.
///
/// Whatever happens is turned into an input of the tracker, and the tracker's snapshot is published.
/// What any of it means is not decided here.
public struct Loop: ~Copyable {
    /// The slots of the wait.
    enum Slot {
        static let signals = 0
        static let device = 1
        static let focus = 2
        static let output = 3
        static let count = 4
    }

    /// How many frames, and how many reads of the focus source, are taken before the others get
    /// their turn.
    static let turnLimit = 64

    var tracker: Tracker
    var source: DeviceSource
    var focus: FocusSource
    var publisher: Publisher
    var diagnostics: Diagnostics
    var focusWarnings = WarningLimiter()
    /// What the frame that is under way has brought so far.
    var pending: (reason: Reason, at: Timestamp)?
    var isStarted = false
    var isStopping = false
    private let configuration: Configuration
    private var signals: SignalDescriptor
    private var poll = Poll(slotCount: Slot.count)
    private var isDeviceUnfinished = false
    private var fileRetryAt: Timestamp?

    /// Takes possession of all that a configuration names but the device.
    ///
    /// - Throws: What another bridge, or the file system, has against it.
    public init(
        _ configuration: Configuration,
        _ diagnostics: consuming Diagnostics
    ) throws(BridgeError) {
        // First of all: a signal that comes from here on finds everything tidied up.
        let signals: SignalDescriptor
        do throws(Errno) {
            signals = try SignalDescriptor()
        } catch {
            throw BridgeError("cannot wait for signals: \(error)")
        }
        let source = DeviceSource(
            path: configuration.device,
            code: configuration.code,
            isInverted: configuration.isInverted
        )
        try Self.makeFolder(configuration)
        let publisher = try Publisher(configuration, identity: source.identity)
        let focus = try Self.openFocus(configuration, &diagnostics)
        tracker = Tracker(
            policy: configuration.policy,
            initialFocus: configuration.initialFocus,
            at: Self.now
        )
        self.configuration = configuration
        self.signals = signals
        self.source = source
        self.publisher = publisher
        self.focus = focus
        self.diagnostics = diagnostics
    }

    /// Opens the device and runs until a signal, or a reader that leaves, ends it.
    ///
    /// - Throws: Why it could not start, or not go on.
    public mutating func run() throws(BridgeError) {
        try start()
        defer { stop() }
        while !isStopping { try turn() }
    }

    /// The time now.
    static var now: Timestamp { Timestamp(microseconds: Clock.monotonicMicroseconds) }

    private mutating func start() throws(BridgeError) {
        try openDevice()
        takeFocus()
        isStarted = true
        diagnostics.note(configuration.summary(name: source.identity.name))
        publish(.start, at: Self.now)
    }

    private mutating func stop() {
        reportHeldWarnings(isAtEnd: true)
        _ = publisher.publish(
            .unknown(focus: tracker.memory.focus),
            tracker.memory,
            reason: .stop,
            at: Self.now,
            &diagnostics
        )
    }

    private mutating func turn() throws(BridgeError) {
        poll.watch(Slot.signals, signals.descriptor, for: .readable)
        source.watch(&poll, slot: Slot.device)
        focus.watch(&poll, slot: Slot.focus)
        publisher.watch(&poll, slot: Slot.output)
        do throws(Errno) {
            try poll.wait(milliseconds: isDeviceUnfinished ? 0 : timeout)
        } catch {
            throw BridgeError("cannot wait for events: \(error)")
        }
        // A queued event is older than a message that is ready at the same time.
        let isFocusReady = !poll[Slot.focus].isEmpty
        if isFocusReady || isDeviceUnfinished || !poll[Slot.device].isEmpty { drainDevice() }
        if isFocusReady { takeFocus() }
        if !poll[Slot.signals].isEmpty { try takeSignals() }
        if !poll[Slot.output].isEmpty { heed(publisher.attend(poll[Slot.output], &diagnostics)) }
        retryFile()
        reportHeldWarnings()
    }

    /// Takes what the device has queued, up to the end of a frame.
    mutating func drainDevice() {
        isDeviceUnfinished = false
        var frameCount = 0
        do throws(Errno) {
            while let report = try source.next() {
                switch report {
                case .input(let input, let at, let now):
                    take(input, at: at, now: now)
                case .frameEnd:
                    publishFrame()
                    frameCount += 1
                }
                if frameCount == Self.turnLimit {
                    // What libevdev has read already, poll does not know of.
                    isDeviceUnfinished = true
                    return
                }
            }
        } catch {
            loseDevice(error)
        }
    }

    private mutating func takeSignals() throws(BridgeError) {
        do throws(Errno) {
            while let signal = try signals.next() {
                switch signal {
                case .terminate, .interrupt, .hangUp: isStopping = true
                case .user1:
                    drainDevice()
                    readSwitch()
                    publish(.reading, at: Self.now)
                }
            }
        } catch {
            throw BridgeError("cannot read signals: \(error)")
        }
    }

    /// Milliseconds until something is due although nothing happens, nothing for never.
    private var timeout: Int32? {
        let due = [fileRetryAt, focusWarnings.dueAt].compactMap { $0 }.min()
        guard let due else { return nil }
        let microseconds = max(0, due.microseconds - Self.now.microseconds)
        return Int32(min(1_000, (microseconds + 999) / 1_000))
    }

    private mutating func retryFile() {
        guard publisher.isFileBehind else {
            fileRetryAt = nil
            return
        }
        let now = Self.now
        if let fileRetryAt, fileRetryAt > now { return }
        if fileRetryAt != nil { publisher.retryFile(&diagnostics) }
        fileRetryAt = Timestamp(microseconds: now.microseconds + 1_000_000)
    }
}
