import ProximityCore

/// The rules of the tracker once more, deliberately naive, to hold the tracker against.
///
/// Nothing is remembered but a log of what each input proves. Every remembered value is looked up in
/// the whole log by its definition, the last or the latest of its kind; that no time moves back is
/// then no rule but a consequence.
struct NaiveRules {
    /// One thing that an input proves.
    private enum Fact {
        case given(Bool, at: Timestamp)
        case read(at: Timestamp)
        case changed(at: Timestamp)
        case doubted(at: Timestamp)
        case said(at: Timestamp)
        case focused(Focus)
        case present(Bool)
        case monitored(Bool)
    }

    let policy: Policy
    private var log: [Fact]

    init(policy: Policy, initialFocus: Focus, at start: Timestamp) {
        self.policy = policy
        log = [.focused(initialFocus), .present(false), .monitored(true)]
        if initialFocus == .foreground && policy == .assume { log.append(.doubted(at: start)) }
    }

    /// What the log comes to: all that what follows depends on, the policy aside.
    struct Past {
        var memory = Memory(focus: .unknown)
        var isPresent = false
        var isMonitored = false

        var isWatching: Bool { isPresent && isMonitored }
    }

    var past: Past {
        var past = Past()
        for fact in log {
            switch fact {
            case .given(let isOn, let time):
                past.memory.reported = isOn
                past.memory.knownAt = latest(past.memory.knownAt, time)
            case .read(let time): past.memory.readAt = latest(past.memory.readAt, time)
            case .changed(let time): past.memory.changedAt = latest(past.memory.changedAt, time)
            case .doubted(let time): past.memory.doubtedAt = latest(past.memory.doubtedAt, time)
            case .said(let time): past.memory.newestAt = latest(past.memory.newestAt, time)
            case .focused(let focus): past.memory.focus = focus
            case .present(let isPresent): past.isPresent = isPresent
            case .monitored(let isMonitored): past.isMonitored = isMonitored
            }
        }
        return past
    }

    /// Makes a long log short: what it comes to, as if that had been proved at once.
    mutating func condense() {
        guard log.count > 64 else { return }
        let past = past
        let memory = past.memory
        log = [.focused(memory.focus), .present(past.isPresent), .monitored(past.isMonitored)]
        if let isOn = memory.reported, let time = memory.knownAt {
            log.append(.given(isOn, at: time))
        }
        log += [
            memory.readAt.map { .read(at: $0) }, memory.changedAt.map { .changed(at: $0) },
            memory.doubtedAt.map { .doubted(at: $0) }, memory.newestAt.map { .said(at: $0) },
        ].compactMap { $0 }
    }

    func snapshot(after past: Past) -> Snapshot {
        let memory = past.memory
        guard past.isWatching, let isOn = memory.reported else {
            return Snapshot(
                state: .unknown,
                reported: .unknown,
                basis: .none,
                focus: memory.focus
            )
        }
        if !isOn {
            return Snapshot(state: .off, reported: .off, basis: .measured, focus: memory.focus)
        }
        if let doubt = memory.doubtedAt, memory.changedAt.map({ $0 > doubt }) != true {
            return Snapshot(state: .off, reported: .on, basis: .assumed, focus: memory.focus)
        }
        return Snapshot(state: .on, reported: .on, basis: .measured, focus: memory.focus)
    }

    func needsReading(before input: Input, at stamp: Timestamp, now: Timestamp) -> Bool {
        guard input == .foreground || input == .reset else { return false }
        let past = past
        if policy == .keep || !past.isWatching || isLate(stamp, now: now, past) { return false }
        return input == .reset || past.memory.focus != .foreground
    }

    mutating func apply(_ input: Input, at stamp: Timestamp, now: Timestamp) -> Outcome {
        let at = stamp > now ? now : stamp
        let past = past
        let isLate = isLate(stamp, now: now, past)
        switch input {
        case .event(let isOn):
            guard past.isWatching else { return .ignored }
            log.append(.changed(at: at))
            let isOlderThanReading = past.memory.readAt.map { at < $0 } ?? false
            if !isOlderThanReading { log.append(.given(isOn, at: at)) }
        case .reading(let isOn):
            return noteReading(isOn, now: now, past)
        case .overflow(let isOn, let isMasked):
            if past.isWatching && isMasked { log.append(.changed(at: at)) }
            return noteReading(isOn, now: now, past)
        case .foreground:
            log.append(.said(at: at))
            let isEntry = !isLate && past.memory.focus != .foreground
            if isEntry { log.append(.focused(.foreground)) }
            if (isEntry || isLate) && policy == .assume { log.append(.doubted(at: at)) }
            return isLate ? .late : .taken
        case .background:
            log.append(.said(at: at))
            if !isLate { log.append(.focused(.background)) }
            return isLate ? .late : .taken
        case .reset:
            log.append(.said(at: at))
            if policy == .keep { return .refused }
            log.append(.doubted(at: at))
            return isLate ? .late : .taken
        case .enable:
            log += [.said(at: at), .monitored(true)]
        case .disable:
            log += [.said(at: at), .monitored(false)]
        case .lost:
            log.append(.present(false))
        case .found:
            log.append(.present(true))
        }
        return .taken
    }

    private mutating func noteReading(
        _ isOn: Bool,
        now: Timestamp,
        _ past: Past
    ) -> Outcome {
        guard past.isWatching else { return .ignored }
        let memory = past.memory
        if let reported = memory.reported, let knownAt = memory.knownAt, reported != isOn {
            log.append(.changed(at: Timestamp(microseconds: knownAt.microseconds + 1)))
        }
        log += [.given(isOn, at: now), .read(at: now)]
        return .taken
    }

    private func isLate(_ stamp: Timestamp, now: Timestamp, _ past: Past) -> Bool {
        guard let newestAt = past.memory.newestAt else { return false }
        return stamp < newestAt || now < newestAt
    }

    private func latest(_ one: Timestamp?, _ other: Timestamp) -> Timestamp {
        guard let one else { return other }
        return one > other ? one : other
    }
}
