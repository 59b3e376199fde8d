internal import Evdev
public import ProximityCore
internal import Recording
public import System

/// A recording, run through the same tracker and the same forms as what a device gives.
///
/// The recording's time is the clock; where it steps back, the order of arrival counts.
public struct Replay: ~Copyable {
    /// A recording whose first time is later than that has no beginning of its own at 0.
    static let longestLead: Int64 = 86_400_000_000

    let configuration: Configuration
    var source: RecordingSource
    var script: FocusScript?
    var tracker: Tracker
    /// What a plain reader would say: it believes whatever it is told.
    private var plain: Tracker
    private var outputs: ReplayOutputs
    private var diagnostics: Diagnostics
    var pacing: Pacing?
    var clock = Timestamp(microseconds: 0)
    /// The switch's bit, as far as the recording tells.
    var bit = false
    /// What was read ahead.
    var held: [RecordingItem] = []
    private var isFrameOpen = false
    private var frameTime = Timestamp(microseconds: 0)
    private var isOver = false
    private var hasWarnedOfLoss = false

    /// Prepares to replay a recording.
    ///
    /// - Parameters:
    ///   - source: The recording.
    ///   - configuration: What to do with it, as for a bridge.
    ///   - form: What standard output gets, nothing for a timeline that people can read.
    ///   - focusPath: A file of focus messages, nothing for those in the recording.
    ///   - isPaced: Whether to take as long as the recording did.
    ///   - diagnostics: Where one is told what is missing in the recording.
    /// - Throws: What the file system, or a running bridge, has against it.
    public init(
        _ source: consuming RecordingSource,
        _ configuration: Configuration,
        form: RecordForm?,
        focusPath: FilePath?,
        isPaced: Bool,
        _ diagnostics: consuming Diagnostics
    ) throws(BridgeError) {
        self.configuration = configuration
        script = if let focusPath { try FocusScript(focusPath) } else { nil }
        // Someone may wait for each line of what is paced, or comes through a pipe.
        let isBatched = source.isRegularFile && !isPaced
        outputs = try ReplayOutputs(configuration, form: form, source.device, isBatched: isBatched)
        tracker = Tracker(policy: configuration.policy, initialFocus: .unknown, at: clock)
        plain = Tracker(policy: .keep, initialFocus: .unknown, at: clock)
        pacing = isPaced ? Pacing() : nil
        self.source = source
        self.diagnostics = diagnostics
    }

    /// Replays the recording to its end, or until nobody reads on.
    ///
    /// - Throws: What is wrong with the recording, or with an output.
    public mutating func run() throws(BridgeError) {
        do throws(BridgeError) {
            try replay()
        } catch {
            // What was right until then is told.
            try outputs.flush()
            throw error
        }
    }

    private mutating func replay() throws(BridgeError) {
        try begin()
        while !outputs.hasReaderLeft, !isOver, let item = try nextItem() { try take(item) }
        try closeFrame()
        try takeMessages(before: .distantFuture)
        try outputs.finish(at: clock)
    }

    private mutating func nextItem() throws(BridgeError) -> RecordingItem? {
        if !held.isEmpty { return held.removeFirst() }
        return try source.next()
    }

    func isWatched(_ event: RecordedEvent) -> Bool {
        event.isSwitch && event.code == source.code.rawValue
    }

    var isOn: Bool { bit != configuration.isInverted }

    /// Goes on to a moment, by way of the messages that come before it.
    private mutating func advance(to time: Timestamp) throws(BridgeError) {
        try takeMessages(before: time)
        clock = max(clock, time)
        pacing?.wait(until: clock)
    }

    private mutating func takeMessages(before time: Timestamp) throws(BridgeError) {
        while let next = script?.next, next.at < time, !outputs.hasReaderLeft {
            try closeFrame()
            clock = max(clock, next.at)
            pacing?.wait(until: clock)
            try script?.advance()
            try tell(next.message)
        }
    }

    /// Tells both the tracker and the plain reader.
    mutating func tell(_ input: Input, at stamp: Timestamp? = nil) {
        let at = stamp ?? clock
        diagnostics.detail("\(input) at \(at.text)")
        _ = tracker.apply(input, at: at, now: clock)
        _ = plain.apply(input, at: at, now: clock)
    }

    private mutating func tell(_ message: FocusMessage) throws(BridgeError) {
        take(message)
        let cause = min(message.stamp ?? clock, clock)
        try publish(message.word.reason, message.word.rawValue, at: cause)
    }

    private mutating func read() {
        let (word, now) = (isOn ? "on" : "off", clock)
        diagnostics.detail("reading \(word) at \(now.text)")
        _ = tracker.apply(.reading(isOn: isOn), at: clock, now: clock)
    }

    mutating func take(_ message: FocusMessage) {
        let input = message.word.input
        let at = message.stamp ?? clock
        diagnostics.detail("message \(message.word) at \(at.text)")
        if tracker.needsReading(before: input, at: at, now: clock) { read() }
        let wasMonitoring = tracker.isMonitoring
        _ = tracker.apply(input, at: at, now: clock)
        // The device is opened again, if it was closed.
        if tracker.isMonitoring && !wasMonitoring { read() }
    }

    private mutating func take(_ item: RecordingItem) throws(BridgeError) {
        switch item {
        case .event(let event): try take(event)
        case .note(let note, let time):
            try advance(to: time)
            try take(note)
        case .cutOff(let line):
            diagnostics.warn("\(source.name):\(line): the last line is cut off, and left out")
        // What follows is about another device.
        case .device: isOver = true
        }
    }

    private mutating func take(_ event: RecordedEvent) throws(BridgeError) {
        if event.isReport { return try closeFrame() }
        if isWatched(event) {
            try advance(to: event.at)
            bit = event.value != 0
            frameTime = arrival(event.at)
            tell(.event(isOn: isOn), at: frameTime)
            isFrameOpen = true
        } else if event.isDropped {
            try advance(to: event.at)
            if !hasWarnedOfLoss {
                diagnostics.warn(
                    "\(source.name): the kernel dropped events at \(event.at.text) s; changes may"
                        + " be missing"
                )
            }
            hasWarnedOfLoss = true
            tell(.overflow(isOn: isOn, isMasked: false))
            try publish(.sync, "events were dropped")
        }
    }

    /// Publishes what the events of a frame have led to.
    private mutating func closeFrame() throws(BridgeError) {
        guard isFrameOpen else { return }
        isFrameOpen = false
        let word = configuration.words[isOn ? .on : .off]
        try publish(.event, "the switch: \(word)", at: frameTime)
    }

    private mutating func take(_ note: RecordingNote) throws(BridgeError) {
        try closeFrame()
        bit = note.isOn ?? bit
        switch note {
        case .message(let message):
            // Those of a file take their place.
            guard script == nil else { return }
            try tell(message)
        case .reading(_, let reason):
            guard reason == .reading || reason == .resume else { return }
            read()
            try publish(reason, "\(reason.rawValue): \(configuration.words[isOn ? .on : .off])")
        case .overflow(_, let isMasked, let stamp):
            tell(.overflow(isOn: isOn, isMasked: isMasked), at: stamp)
            try publish(.sync, "events were dropped", at: min(stamp, clock))
        case .lost:
            tell(.lost)
            try publish(.lost, "the device went")
        case .found:
            tell(.found)
            tell(.reading(isOn: isOn))
            try publish(.found, "the device came back")
        }
    }

    /// When an event counts: our own recordings know, in others the order of arrival does.
    private func arrival(_ time: Timestamp) -> Timestamp {
        source.device.setting == nil ? clock : min(time, clock)
    }

    mutating func publish(
        _ reason: Reason,
        _ what: String,
        at cause: Timestamp? = nil
    ) throws(BridgeError) {
        try outputs.publish(
            tracker.snapshot,
            tracker.memory,
            reason: reason,
            at: cause ?? clock,
            now: clock,
            what,
            plain: plain.snapshot.state,
            &diagnostics
        )
    }
}
