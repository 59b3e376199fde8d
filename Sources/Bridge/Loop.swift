internal import ProximityCore
internal import System

/// The bridge itself: one thread, one `poll`, until it is told to stop.
///
/// Whatever happens is turned into an input of the tracker, and the tracker's snapshot is published.
/// What any of it means is not decided here.
public struct Loop: ~Copyable {
    /// The slots of the wait.
    private enum Slot {
        /// Signals, and the clock being set.
        static let rarities = 0
        static let device = 1
        static let appearance = 2
        static let focus = 3
        static let focusPath = 4
        static let output = 5
        static let lock = 6
        static let count = 7
    }

    let configuration: Configuration
    var tracker: Tracker
    var source: DeviceSource
    var focus: FocusSource
    var publisher: Publisher
    var notifier: ServiceNotifier
    var diagnostics: Diagnostics
    /// The recording that is made, if one was asked for.
    var recording: RecordingFile?
    var focusWarnings = WarningLimiter()
    /// What the frame that is under way has brought so far.
    var pending: (reason: Reason, at: Timestamp)?
    /// Whether events may be left that poll does not know of, because libevdev has read them.
    var isDeviceUnfinished = false
    var foundAt: Timestamp?
    /// When a device that went as soon as it was opened is tried again.
    var deviceRetryAt: Timestamp?
    /// What ends the bridge.
    var failure: BridgeError?
    var isStarted = false
    var isStopping = false
    var signals: SignalDescriptor
    var clock: ClockWatch?
    private let rarities: EventPoll
    private var poll = Poll(slotCount: Slot.count)
    private var retryAt: Timestamp?
    private var failureCount = 0

    /// Takes possession of all that a configuration names but the device.
    ///
    /// - Throws: What another bridge, or the file system, has against it.
    public init(
        _ configuration: Configuration,
        _ diagnostics: consuming Diagnostics
    ) throws(BridgeError) {
        // First of all: a signal that comes from here on finds everything tidied up.
        let signals = try Self.openDescriptor(SignalDescriptor.init)
        let clock = try Self.openDescriptor(ClockWatch.init)
        let rarities = try Self.watch(signals, clock)
        let source = DeviceSource(configuration)
        try configuration.makeFolder()
        var publisher = try Publisher(configuration, identity: source.identity)
        let focus = try FocusSource(configuration, &diagnostics)
        var recording = try Self.openRecording(configuration)
        recording?.begin(&diagnostics)
        if let memory = publisher.inheritance {
            diagnostics.note("going on from what a bridge that was cut off here knew")
            tracker = Tracker(policy: configuration.policy, goingOnFrom: memory)
        } else {
            tracker = Tracker(
                policy: configuration.policy,
                initialFocus: configuration.initialFocus,
                at: Self.now
            )
        }
        publisher.announce(tracker.memory, &diagnostics)
        notifier = ServiceNotifier(&diagnostics)
        self.configuration = configuration
        self.signals = signals
        self.clock = consume clock
        self.rarities = rarities
        self.source = source
        self.publisher = publisher
        self.focus = focus
        self.recording = recording
        self.diagnostics = diagnostics
    }

    /// Opens the device and runs until a signal, or a reader that leaves, ends it.
    ///
    /// - Throws: Why it could not start, or not go on.
    public mutating func run() throws(BridgeError) {
        try start()
        defer { stop() }
        while !isStopping && failure == nil { try turn() }
        if let failure { throw failure }
    }

    private static func openRecording(
        _ configuration: Configuration
    ) throws(BridgeError) -> RecordingFile? {
        guard let path = configuration.recordingPath else { return nil }
        return try RecordingFile(path, configuration)
    }

    /// The time now.
    static var now: Timestamp { Timestamp(microseconds: Clock.monotonicMicroseconds) }

    private mutating func start() throws(BridgeError) {
        if configuration.isWaiting {
            seekDevice()
        } else {
            try openDevice()
        }
        takeFocus()
        isStarted = true
        diagnostics.note(configuration.summary)
        publish(.start, at: Self.now)
        notifier.ready(tracker.snapshot.state, configuration.words)
    }

    private mutating func stop() {
        notifier.stopping()
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
        let failuresBefore = failureCount
        try wait()
        // Before anything is published: another bridge may have taken the place.
        if !poll[Slot.lock].isEmpty { heed(publisher.attendLock(&diagnostics)) }
        let isRarity = !poll[Slot.rarities].isEmpty
        if isRarity { publisher.forgetWallTime() }
        // A queued event is older than a message that is ready at the same time.
        let isFocusReady = !poll[Slot.focus].isEmpty
        if isFocusReady || isDeviceUnfinished || !poll[Slot.device].isEmpty {
            drainDevice(events: poll[Slot.device])
        }
        if !poll[Slot.appearance].isEmpty {
            regainDevice()
        } else if isDue(deviceRetryAt) {
            regainDevice(isSecondLook: source.isWaitedFor)
        }
        if isFocusReady { takeFocus() }
        if !poll[Slot.focusPath].isEmpty || isDue(focus.dueAt) { followFocusPath() }
        if isRarity { try takeRarities() }
        if !poll[Slot.output].isEmpty { heed(publisher.attend(poll[Slot.output], &diagnostics)) }
        publisher.remember(tracker.memory, &diagnostics)
        retryOutputs()
        reportHeldWarnings()
        notifier.feedWatchdog()
        if failureCount == failuresBefore { failureCount = 0 }
    }

    private mutating func wait() throws(BridgeError) {
        poll.watch(Slot.rarities, rarities.descriptor, for: .readable)
        source.watch(&poll, slot: Slot.device, appearanceSlot: Slot.appearance)
        focus.watch(&poll, slot: Slot.focus, pathSlot: Slot.focusPath)
        publisher.watch(&poll, slot: Slot.output, lockSlot: Slot.lock)
        do throws(Errno) {
            try poll.wait(milliseconds: isDeviceUnfinished ? 0 : timeout())
        } catch {
            try tolerate(error, "cannot wait for events")
        }
    }

    /// Goes on after an error that may pass, such as a lack of memory, unless it stays.
    mutating func tolerate(_ error: Errno, _ what: String) throws(BridgeError) {
        failureCount += 1
        if failureCount == 1 { diagnostics.warn("\(what): \(error)") }
        if failureCount > 100 { throw BridgeError("\(what): \(error)") }
    }

    /// Milliseconds until something is due although nothing happens, nothing for never.
    ///
    /// Mutating, since otherwise the compiler copies the whole loop for it.
    private mutating func timeout() -> Int32? {
        let due = retryAt.orEarlier(deviceRetryAt).orEarlier(focusWarnings.dueAt)
            .orEarlier(focus.dueAt).orEarlier(notifier.dueAt)
        guard let due else { return nil }
        // Rounded up: to wake a moment too early would be to wake twice.
        let microseconds = max(0, due.microseconds - Self.now.microseconds)
        return Int32(clamping: (microseconds + 999) / 1_000)
    }

    private func isDue(_ time: Timestamp?) -> Bool {
        guard let time else { return false }
        return time <= Self.now
    }

    /// Tries every second what could not be written.
    private mutating func retryOutputs() {
        guard publisher.isBehind else {
            retryAt = nil
            return
        }
        let now = Self.now
        if let retryAt, retryAt > now { return }
        if retryAt != nil { heed(publisher.retry(&diagnostics)) }
        retryAt = Timestamp(microseconds: now.microseconds + 1_000_000)
    }

    static func openDescriptor<Descriptor: ~Copyable>(
        _ open: () throws(Errno) -> Descriptor
    ) throws(BridgeError) -> Descriptor {
        do throws(Errno) {
            return try open()
        } catch {
            throw BridgeError("cannot wait for signals and the clock: \(error)")
        }
    }
}
