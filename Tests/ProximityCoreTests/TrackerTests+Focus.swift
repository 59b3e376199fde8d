import ProximityCore
import Testing

extension TrackerTests {
    @Test(arguments: Policy.allCases, [Input.foreground, .background, .reset])
    func `an event and a focus message give the same in either order`(
        policy: Policy,
        message: Input
    ) {
        for (focus, isOn) in [(Focus.unknown, true), (.background, false), (.foreground, true)] {
            for value in [true, false] {
                for (eventAt, saidAt) in [(10.0, 20.0), (20, 10), (15, 15)] {
                    var start = TrackerRig(policy, isOn: isOn, initialFocus: focus)
                    start.isOn = value
                    var eventFirst = start
                    eventFirst.take(.event(isOn: value), at: eventAt, now: 30)
                    eventFirst.take(message, at: saidAt, now: 30)
                    var messageFirst = start
                    messageFirst.take(message, at: saidAt, now: 30)
                    messageFirst.take(.event(isOn: value), at: eventAt, now: 30)
                    #expect(
                        eventFirst.tracker == messageFirst.tracker,
                        "\(focus) \(isOn) then \(value) at \(eventAt), message at \(saidAt)"
                    )
                }
            }
        }
    }

    @Test func `entering disbelieves an on until the next change, under assume alone`() {
        for (policy, entered) in zip(Policy.allCases, "CNN" as String) {
            for focus in [Focus.unknown, .background] {
                var rig = TrackerRig(policy, isOn: true, initialFocus: focus)
                rig.take(.foreground, at: 2)
                #expect(rig.verdict == entered)
                #expect(rig.memory.doubtedAt == (policy == .assume ? .seconds(2) : nil))
                rig.take(.event(isOn: true), at: 3)
                #expect(rig.verdict == "N")
            }
        }
    }

    @Test func `entering finds out a change that was not told, but under keep`() {
        for (policy, verdict) in zip(Policy.allCases, "FFN" as String) {
            var rig = TrackerRig(policy, isOn: true)
            rig.isOn = false
            rig.take(.foreground, at: 2)
            #expect(rig.verdict == verdict)
        }
    }

    @Test func `a change at the very moment of entering is not believed`() {
        var rig = TrackerRig()
        rig.take(.event(isOn: true), at: 2)
        rig.take(.foreground, at: 2)
        #expect(rig.verdict == "C")
        rig.take(.event(isOn: true), at: 2.000_001)
        #expect(rig.verdict == "N")
    }

    @Test func `a repeated foreground changes nothing`() {
        for policy in Policy.allCases {
            var rig = TrackerRig(policy)
            rig.take(.foreground, at: 1)
            rig.take(.event(isOn: true), at: 2)
            let before = rig
            #expect(rig.take(.foreground, at: 3) == .taken)
            #expect(rig.tracker.snapshot == before.tracker.snapshot)
            var memory = rig.memory
            #expect(memory.newestAt == .seconds(3))
            memory.newestAt = before.memory.newestAt
            #expect(memory == before.memory)
        }
    }

    @Test func `leaving changes focus alone, and a doubt survives it`() {
        for policy in Policy.allCases {
            var rig = TrackerRig(policy, isOn: true)
            rig.take(.foreground, at: 1)
            var expected = rig.memory
            #expect(rig.take(.background, at: 2) == .taken)
            expected.focus = .background
            expected.newestAt = .seconds(2)
            #expect(rig.memory == expected)
            #expect(rig.verdict == (policy == .assume ? "C" : "N"))
        }
    }

    @Test func `an initial foreground counts as entering at start, and is no message`() {
        for policy in Policy.allCases {
            var rig = TrackerRig(policy, isOn: true, initialFocus: .foreground)
            #expect(rig.memory.doubtedAt == (policy == .assume ? .seconds(0) : nil))
            #expect(rig.memory.newestAt == nil)
            #expect(rig.verdict == (policy == .assume ? "C" : "N"))
            #expect(rig.take(.background, at: -1, now: 1) == .taken)
            #expect(rig.memory.focus == .background)
            #expect(rig.take(.foreground, at: -0.5, now: 2) == .taken)
            #expect(rig.memory.focus == .foreground)
            #expect(rig.memory.doubtedAt == (policy == .assume ? .seconds(0) : nil))
        }
        #expect(TrackerRig(initialFocus: .background).memory.doubtedAt == nil)
    }

    @Test func `a reset always unsticks, from any focus and again`() {
        for policy in [Policy.assume, .reread] {
            for focus in Focus.allCases {
                var rig = TrackerRig(policy, isOn: true, initialFocus: focus)
                rig.take(.event(isOn: true), at: 1)
                #expect(rig.verdict == "N")
                #expect(rig.take(.reset, at: 2) == .taken)
                #expect(rig.verdict == "C")
                #expect(rig.memory.focus == focus)
                rig.take(.event(isOn: true), at: 3)
                #expect(rig.verdict == "N")
                rig.take(.reset, at: 4)
                #expect(rig.verdict == "C")
            }
        }
    }

    @Test func `a reset under keep is refused, but its stamp counts`() {
        for isWatching in [true, false] {
            var rig = TrackerRig(.keep, isOn: true, isPresent: isWatching)
            var expected = rig.memory
            #expect(rig.take(.reset, at: 2) == .refused)
            expected.newestAt = .seconds(2)
            #expect(rig.memory == expected)
            #expect(rig.take(.reset, at: 1, now: 3) == .refused)
            #expect(rig.memory == expected)
        }
    }

    @Test func `a late background changes nothing`() {
        for policy in Policy.allCases {
            var rig = TrackerRig(policy, isOn: true)
            rig.take(.foreground, at: 5)
            let before = rig.tracker
            #expect(rig.take(.background, at: 4, now: 6) == .late)
            #expect(rig.tracker == before)
        }
    }

    @Test func `messages with the same stamp are not late`() {
        var rig = TrackerRig()
        rig.take(.foreground, at: 5)
        #expect(rig.take(.background, at: 5) == .taken)
        #expect(rig.memory.focus == .background)
        #expect(rig.take(.foreground, at: 5) == .taken)
        #expect(rig.memory.focus == .foreground)
    }

    @Test func `a late foreground or reset moves the doubt alone, where the policy doubts`() {
        for (message, doubting) in [
            (Input.foreground, [Policy.assume]), (.reset, [.assume, .reread]),
        ] {
            for policy in Policy.allCases {
                var rig = TrackerRig(policy, isOn: false)
                rig.take(.event(isOn: true), at: 3)
                rig.take(.background, at: 5)
                var expected = rig.memory
                let outcome = rig.take(message, at: 4, now: 6)
                #expect(outcome == (message == .reset && policy == .keep ? .refused : .late))
                if doubting.contains(policy) { expected.doubtedAt = .seconds(4) }
                #expect(rig.memory == expected)
                #expect(rig.verdict == (doubting.contains(policy) ? "C" : "N"))
            }
        }
    }

    @Test func `a late message does not move the doubt back`() {
        for message in [Input.foreground, .reset] {
            var rig = TrackerRig(isOn: true)
            rig.take(.foreground, at: 5)
            let before = rig.memory
            rig.take(message, at: 4, now: 6)
            #expect(rig.memory == before)
        }
    }

    @Test func `enable and disable count in the order they arrive, whatever their stamp`() {
        var rig = TrackerRig(isOn: true)
        rig.take(.background, at: 5)
        #expect(rig.take(.disable, at: 2, now: 6) == .taken)
        #expect(rig.verdict == "U")
        #expect(rig.take(.enable, at: 1, now: 7) == .taken)
        #expect(rig.verdict == "N")
        #expect(rig.memory.newestAt == .seconds(5))
    }

    @Test func `every word makes what was stamped before it late`() {
        for word in FocusMessage.Word.allCases {
            for policy in Policy.allCases {
                var rig = TrackerRig(policy)
                rig.take(word.input, at: 8)
                #expect(rig.take(.background, at: 7, now: 9) == .late)
                #expect(rig.take(.background, at: 8, now: 9) == .taken)
            }
        }
    }

    @Test func `an assumed state comes with what the switch itself says`() {
        var rig = TrackerRig(isOn: true)
        let measured = Snapshot(state: .on, reported: .on, basis: .measured, focus: .unknown)
        #expect(rig.tracker.snapshot == measured)
        rig.take(.foreground, at: 1)
        let assumed = Snapshot(state: .off, reported: .on, basis: .assumed, focus: .foreground)
        #expect(rig.tracker.snapshot == assumed)
        rig.take(.event(isOn: false), at: 2)
        let off = Snapshot(state: .off, reported: .off, basis: .measured, focus: .foreground)
        #expect(rig.tracker.snapshot == off)
    }

    @Test func `focus messages count while the switch is off`() {
        for hiding in [Input.lost, .disable] {
            var rig = TrackerRig()
            rig.take(hiding, at: 1)
            rig.take(.foreground, at: 2)
            #expect(rig.memory.focus == .foreground)
            #expect(rig.memory.doubtedAt == .seconds(2))
            rig.take(.background, at: 3)
            #expect(rig.tracker.snapshot == .unknown(focus: .background))
            rig.take(.reset, at: 4)
            #expect(rig.memory.doubtedAt == .seconds(4))
        }
    }
}
