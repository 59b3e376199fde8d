// Theory of operation
//
// A switch reports changes, not the truth; a change that is lost leaves its last value standing for
// ever. The tracker keeps what the switch last gave (`reported`) apart from whether that is still
// believed. Someone who brings the foreground up is using the device, with the screen on, so just
// before that moment the sensor cannot be covered: entering the foreground sets a doubt, and an on
// is believed only if a change came after the doubt.
//
// Everything is a comparison of two times, `changedAt` and `doubtedAt`, and both only ever move
// forward. That is why an event and a focus message give the same result in either order, and why a
// message that comes late can be taken late.
//
// A change is either told (`event`, `overflow`) or found out (`reading` that differs). A change found
// out happened at an unknown moment after the old value was last known to hold, so the earliest such
// moment is taken: it then never outweighs a doubt that is newer.
//
// Losing the device, or switching monitoring off, hides what was reported and forgets nothing.

/// The rules by which a switch's reports and focus messages make one corrected state.
///
/// Pure: no I/O and no clock. Every input carries the time it happened and the time now.
public struct Tracker: Equatable, Sendable {
    /// What entering the foreground does.
    public let policy: Policy
    /// What is remembered of the past.
    public private(set) var memory: Memory
    /// Whether the device is there.
    public private(set) var isPresent = false
    /// Whether the user wants the switch to be watched.
    public private(set) var isMonitoring = true

    /// Makes a tracker without a device, which says unknown until `found` and a first reading.
    ///
    /// An initial focus of foreground counts as entering at `start`. It is no message, so messages
    /// that were stamped before and are still waiting are not late.
    public init(policy: Policy, initialFocus: Focus, at start: Timestamp) {
        self.policy = policy
        memory = Memory(focus: initialFocus)
        if initialFocus == .foreground && policy == .assume { memory.doubtedAt = start }
    }

    /// Makes a tracker that goes on where another one was cut off.
    public init(policy: Policy, goingOnFrom memory: Memory) {
        self.policy = policy
        self.memory = memory
    }

    /// What is to be published now.
    public var snapshot: Snapshot {
        guard isWatching, let isOn = memory.reported else { return .unknown(focus: memory.focus) }
        let isBelieved = !isOn || !isDoubted
        return Snapshot(
            state: isOn && isBelieved ? .on : .off,
            reported: SwitchState(isOn),
            basis: isBelieved ? .measured : .assumed,
            focus: memory.focus
        )
    }

    /// Tells whether the switch has to be read before `input` is applied.
    ///
    /// The caller reads it, applies the `reading`, then `input`, and publishes once: what stands
    /// between the two was never true.
    public func needsReading(before input: Input, at stamp: Timestamp, now: Timestamp) -> Bool {
        guard isWatching, policy != .keep, !isLate(min(stamp, now)) else { return false }
        return input == .reset || (input == .foreground && memory.focus != .foreground)
    }

    /// Tells whether the switch is to be read again when the machine wakes, or its clock was set.
    public var rereadsAfterClockJump: Bool { policy != .keep }

    /// Takes in what happened at `stamp`; a stamp after `now` counts as `now`.
    public mutating func apply(
        _ input: Input,
        at stamp: Timestamp,
        now: Timestamp
    ) -> Outcome {
        let at = min(stamp, now)
        switch input {
        case .event(let isOn):
            return takeEvent(isOn, at: at)
        case .reading(let isOn):
            return takeReading(isOn, now: now)
        case .overflow(let isOn, let isMasked):
            guard isWatching else { return .ignored }
            if isMasked { memory.changedAt.advance(to: at) }
            return takeReading(isOn, now: now)
        case .foreground:
            return enterForeground(at: at)
        case .background:
            guard takeStamp(at) else { return .late }
            memory.focus = .background
        case .reset:
            let isOnTime = takeStamp(at)
            guard policy != .keep else { return .refused }
            memory.doubtedAt.advance(to: at)
            return isOnTime ? .taken : .late
        case .enable:
            _ = takeStamp(at)
            isMonitoring = true
        case .disable:
            _ = takeStamp(at)
            isMonitoring = false
        case .lost:
            isPresent = false
        case .found:
            isPresent = true
        }
        return .taken
    }

    private var isWatching: Bool { isPresent && isMonitoring }

    private var isDoubted: Bool {
        guard let doubtedAt = memory.doubtedAt else { return false }
        guard let changedAt = memory.changedAt else { return true }
        return changedAt <= doubtedAt
    }

    private mutating func takeEvent(_ isOn: Bool, at: Timestamp) -> Outcome {
        guard isWatching else { return .ignored }
        memory.changedAt.advance(to: at)
        // A reading that is newer than the event has already seen what the event tells.
        if let readAt = memory.readAt, at < readAt { return .taken }
        memory.reported = isOn
        memory.knownAt.advance(to: at)
        return .taken
    }

    private mutating func takeReading(_ isOn: Bool, now: Timestamp) -> Outcome {
        guard isWatching else { return .ignored }
        if let reported = memory.reported, reported != isOn, let knownAt = memory.knownAt {
            memory.changedAt.advance(to: knownAt.next)
        }
        memory.reported = isOn
        memory.knownAt.advance(to: now)
        memory.readAt.advance(to: now)
        return .taken
    }

    private mutating func enterForeground(at: Timestamp) -> Outcome {
        guard takeStamp(at) else {
            if policy == .assume { memory.doubtedAt.advance(to: at) }
            return .late
        }
        // A repeat is no entry: it would hide a real ear.
        guard memory.focus != .foreground else { return .taken }
        memory.focus = .foreground
        if policy == .assume { memory.doubtedAt.advance(to: at) }
        return .taken
    }

    private func isLate(_ at: Timestamp) -> Bool {
        guard let newestAt = memory.newestAt else { return false }
        return at < newestAt
    }

    /// Remembers the stamp of a focus message; false if a newer message came before it.
    private mutating func takeStamp(_ at: Timestamp) -> Bool {
        guard !isLate(at) else { return false }
        memory.newestAt = at
        return true
    }
}
