import ProximityCore

extension Timestamp {
    static func seconds(_ seconds: Double) -> Timestamp {
        Timestamp(microseconds: Int64((seconds * 1_000_000).rounded()))
    }

    /// The time that is so many microseconds later.
    func moved(by distance: Int64) -> Timestamp {
        Timestamp(microseconds: microseconds + distance)
    }
}

extension Input {
    /// Every input there is, the masked overflow and the other one included.
    static let everyKind: [Input] = [
        .event(isOn: true), .event(isOn: false),
        .reading(isOn: true), .reading(isOn: false),
        .overflow(isOn: true, isMasked: true), .overflow(isOn: false, isMasked: true),
        .overflow(isOn: true, isMasked: false), .overflow(isOn: false, isMasked: false),
        .foreground, .background, .reset, .enable, .disable, .lost, .found,
    ]
}

/// A tracker with a switch beside it, which is read wherever the shell reads it.
struct TrackerRig {
    private(set) var tracker: Tracker
    /// The kernel's bit; set it to let a change go by untold.
    var isOn: Bool

    /// Makes a tracker at second 0; a device that is present has been read.
    init(
        _ policy: Policy = .assume,
        isOn: Bool = false,
        isPresent: Bool = true,
        initialFocus: Focus = .unknown
    ) {
        tracker = Tracker(policy: policy, initialFocus: initialFocus, at: .seconds(0))
        self.isOn = isOn
        if isPresent { take(.found, at: 0) }
    }

    /// Takes an input that happened at `stamp`; it is `now`, if nothing is said, the same moment.
    @discardableResult
    mutating func take(_ input: Input, at stamp: Double, now: Double? = nil) -> Outcome {
        let at = Timestamp.seconds(stamp)
        let now = Timestamp.seconds(now ?? stamp)
        if tracker.needsReading(before: input, at: at, now: now) {
            _ = tracker.apply(.reading(isOn: isOn), at: now, now: now)
        }
        switch input {
        case .event(let value), .reading(let value), .overflow(let value, _): isOn = value
        default: break
        }
        let outcome = tracker.apply(input, at: at, now: now)
        if input == .found || input == .enable {
            _ = tracker.apply(.reading(isOn: isOn), at: now, now: now)
        }
        return outcome
    }

    /// What is said now: N on, F off, C off because it is assumed, U unknown.
    var verdict: Character {
        switch (tracker.snapshot.state, tracker.snapshot.basis) {
        case (.on, .measured): "N"
        case (.off, .measured): "F"
        case (.off, .assumed): "C"
        case (.unknown, .none): "U"
        default: "?"
        }
    }

    var memory: Memory { tracker.memory }
}
