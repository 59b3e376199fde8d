import ProximityCore
import Testing

extension TrackerTests {
    @Test func `a stamp after now counts as now`() {
        for policy in Policy.allCases {
            for input in Input.everyKind {
                var rig = TrackerRig(policy, isOn: true)
                rig.take(.background, at: 1)
                var clipped = rig
                let outcome = rig.take(input, at: 1_000, now: 7)
                #expect(clipped.take(input, at: 7) == outcome)
                #expect(rig.tracker == clipped.tracker)
            }
        }
    }

    @Test func `a reading is needed on entering and on reset, but under keep`() {
        for policy in Policy.allCases {
            for focus in Focus.allCases {
                let tracker = TrackerRig(policy, initialFocus: focus).tracker
                for input in Input.everyKind {
                    let isNeeded =
                        switch input {
                        case .foreground: policy != .keep && focus != .foreground
                        case .reset: policy != .keep
                        default: false
                        }
                    #expect(
                        tracker.needsReading(before: input, at: .seconds(1), now: .seconds(1))
                            == isNeeded,
                        "\(policy) \(focus) \(input)"
                    )
                }
            }
        }
    }

    @Test func `no reading is needed for a late message, nor while the switch is off`() {
        var rig = TrackerRig()
        rig.take(.background, at: 5)
        for word in [Input.foreground, .reset] {
            let tracker = rig.tracker
            #expect(!tracker.needsReading(before: word, at: .seconds(4), now: .seconds(6)))
            #expect(tracker.needsReading(before: word, at: .seconds(5), now: .seconds(6)))
            #expect(tracker.needsReading(before: word, at: .seconds(9), now: .seconds(6)))
            for hiding in [Input.lost, .disable] {
                var hidden = rig
                hidden.take(hiding, at: 5)
                let tracker = hidden.tracker
                #expect(!tracker.needsReading(before: word, at: .seconds(6), now: .seconds(6)))
            }
        }
    }

    @Test func `a tracker goes on from the memory of another once the device is found`() {
        for policy in Policy.allCases {
            for focus in Focus.allCases {
                for isOn in [true, false] {
                    var rig = TrackerRig(policy, isOn: isOn, initialFocus: focus)
                    rig.take(.event(isOn: isOn), at: 1)
                    rig.take(.reset, at: 2)
                    var heir = Tracker(policy: policy, goingOnFrom: rig.memory)
                    #expect(heir.memory == rig.memory)
                    #expect(heir.snapshot == .unknown(focus: focus))
                    _ = heir.apply(.found, at: .seconds(5), now: .seconds(5))
                    #expect(heir == rig.tracker)
                }
            }
        }
    }

    @Test func `a clock that jumped makes a reading due, but under keep`() {
        for policy in Policy.allCases {
            #expect(TrackerRig(policy).tracker.rereadsAfterClockJump == (policy != .keep))
        }
    }

    @Test(arguments: Policy.allCases, 1...20 as ClosedRange<UInt64>)
    func `no time in memory ever moves back, and long walks follow the naive rules`(
        policy: Policy,
        seed: UInt64
    ) {
        var random = SeededGenerator(seed: seed)
        var now = Timestamp(microseconds: 0)
        var tracker = Tracker(policy: policy, initialFocus: .unknown, at: now)
        var rules = NaiveRules(policy: policy, initialFocus: .unknown, at: now)
        var inputs = Input.everyKind
        // Enough of these that the walk is not spent without a device.
        inputs += [.found, .found, .enable, .enable]
        for step in 1...150 {
            guard let input = inputs.randomElement(using: &random) else { return }
            now.microseconds += .random(in: 0...3, using: &random)
            let at = Timestamp(
                microseconds: now.microseconds + .random(in: -8...2, using: &random)
            )
            let before = tracker.memory
            let isNeeded = tracker.needsReading(before: input, at: at, now: now)
            #expect(isNeeded == rules.needsReading(before: input, at: at, now: now))
            #expect(
                tracker.apply(input, at: at, now: now) == rules.apply(input, at: at, now: now)
            )
            #expect(isOrdered(before, tracker.memory), "step \(step), \(input)")
            let past = rules.past
            #expect(tracker.memory == past.memory, "step \(step), \(input)")
            #expect(tracker.snapshot == rules.snapshot(after: past), "step \(step), \(input)")
        }
    }

    private func isOrdered(_ old: Memory, _ new: Memory) -> Bool {
        let times = [\Memory.knownAt, \.readAt, \.changedAt, \.doubtedAt, \.newestAt]
        return times.allSatisfy { time in
            guard let before = old[keyPath: time] else { return true }
            guard let after = new[keyPath: time] else { return false }
            return after >= before
        }
    }
}
