import ProximityCore
import Testing

/// The laws of the tracker that are about the switch; those about focus follow in an extension.
struct TrackerTests {
    @Test func `nothing is known before the first reading, not even in the foreground`() {
        for policy in Policy.allCases {
            for focus in Focus.allCases {
                var rig = TrackerRig(policy, isPresent: false, initialFocus: focus)
                #expect(rig.tracker.snapshot == .unknown(focus: focus))
                _ = rig.take(.foreground, at: 1)
                #expect(rig.tracker.snapshot == .unknown(focus: .foreground))
                #expect(rig.memory.reported == nil)
                var found = rig.tracker
                #expect(found.apply(.found, at: .seconds(2), now: .seconds(2)) == .taken)
                #expect(found.snapshot == .unknown(focus: .foreground))
            }
        }
    }

    @Test func `the first reading is no change`() {
        var rig = TrackerRig(isOn: true, isPresent: false)
        rig.take(.foreground, at: 1)
        rig.take(.found, at: 2)
        #expect(rig.memory.changedAt == nil)
        #expect(rig.verdict == "C")
        #expect(TrackerRig(isOn: true).verdict == "N")
    }

    @Test func `a reading that is equal is no change`() {
        var rig = TrackerRig(isOn: true)
        rig.take(.foreground, at: 1)
        rig.take(.reading(isOn: true), at: 2)
        #expect(rig.memory.changedAt == nil)
        #expect(rig.memory.knownAt == .seconds(2))
        #expect(rig.memory.readAt == .seconds(2))
        #expect(rig.verdict == "C")
    }

    @Test func `a missed change is stamped one microsecond after the old value was known`() {
        var rig = TrackerRig(isOn: false)
        rig.take(.reading(isOn: true), at: 5)
        #expect(rig.memory.changedAt == Timestamp(microseconds: 1))
        rig.take(.event(isOn: false), at: 7)
        rig.take(.reading(isOn: true), at: 9)
        #expect(rig.memory.changedAt == Timestamp(microseconds: 7_000_001))
        #expect(rig.memory.knownAt == .seconds(9))
        #expect(rig.memory.readAt == .seconds(9))
    }

    @Test func `an event that comes late moves no time back`() {
        var rig = TrackerRig(isOn: false)
        rig.take(.event(isOn: true), at: 20)
        rig.take(.event(isOn: false), at: 17, now: 30)
        #expect(rig.memory.changedAt == .seconds(20))
        #expect(rig.memory.knownAt == .seconds(20))
        #expect(rig.memory.reported == false)
    }

    @Test func `an event is a change whatever its value`() {
        var rig = TrackerRig(isOn: true)
        rig.take(.foreground, at: 1)
        #expect(rig.verdict == "C")
        #expect(rig.take(.event(isOn: true), at: 2) == .taken)
        #expect(rig.verdict == "N")
        #expect(rig.memory.changedAt == .seconds(2))
        #expect(rig.memory.knownAt == .seconds(2))
        #expect(rig.memory.readAt == .seconds(1))
    }

    @Test func `an event older than a reading does not overwrite it but is a change`() {
        var rig = TrackerRig(isOn: false)
        rig.take(.reading(isOn: true), at: 10)
        rig.take(.event(isOn: false), at: 9, now: 11)
        #expect(rig.memory.reported == true)
        #expect(rig.memory.knownAt == .seconds(10))
        #expect(rig.memory.changedAt == .seconds(9))
    }

    @Test func `an event at the very moment of a reading is not older`() {
        var rig = TrackerRig(isOn: false)
        rig.take(.reading(isOn: true), at: 10)
        rig.take(.event(isOn: false), at: 10)
        #expect(rig.memory.reported == false)
        #expect(rig.verdict == "F")
    }

    @Test func `a reading takes place now whatever its stamp says`() {
        var rig = TrackerRig(isOn: false)
        rig.take(.reading(isOn: true), at: 3, now: 8)
        #expect(rig.memory.readAt == .seconds(8))
        #expect(rig.memory.knownAt == .seconds(8))
    }

    @Test func `an overflow behind the mask is a change at its own stamp, read now`() {
        for value in [true, false] {
            var rig = TrackerRig(isOn: true)
            rig.take(.foreground, at: 1)
            rig.take(.overflow(isOn: value, isMasked: true), at: 5, now: 7)
            #expect(rig.memory.changedAt == .seconds(5))
            #expect(rig.memory.readAt == .seconds(7))
            #expect(rig.memory.knownAt == .seconds(7))
            #expect(rig.memory.reported == value)
            #expect(rig.verdict == (value ? "N" : "F"))
        }
    }

    @Test func `an overflow behind the mask can also find out a newer change`() {
        var rig = TrackerRig(isOn: false)
        rig.take(.reading(isOn: false), at: 6)
        rig.take(.overflow(isOn: true, isMasked: true), at: 5, now: 7)
        #expect(rig.memory.changedAt == Timestamp(microseconds: 6_000_001))
    }

    @Test func `an overflow without the mask is a reading`() {
        for value in [true, false] {
            for old in [true, false] {
                var rig = TrackerRig(isOn: old)
                rig.take(.foreground, at: 1)
                var read = rig
                let outcome = rig.take(.overflow(isOn: value, isMasked: false), at: 5, now: 7)
                #expect(outcome == read.take(.reading(isOn: value), at: 7))
                #expect(rig.tracker == read.tracker)
            }
        }
    }

    @Test func `nothing is said of a switch that is lost or not monitored`() {
        for hiding in [Input.lost, .disable] {
            for isOn in [true, false] {
                var rig = TrackerRig(isOn: isOn)
                rig.take(.background, at: 1)
                #expect(rig.take(hiding, at: 2) == .taken)
                #expect(rig.tracker.snapshot == .unknown(focus: .background))
                #expect(rig.verdict == "U")
            }
        }
    }

    @Test func `a device that is lost and not monitored needs both to come back`() {
        var rig = TrackerRig(isOn: true)
        rig.take(.lost, at: 1)
        rig.take(.disable, at: 2)
        rig.take(.found, at: 3)
        #expect(rig.verdict == "U")
        rig.take(.lost, at: 4)
        rig.take(.enable, at: 5)
        #expect(rig.verdict == "U")
        rig.take(.found, at: 6)
        #expect(rig.verdict == "N")
    }

    @Test func `events and readings are ignored while the switch is off`() {
        for hiding in [Input.lost, .disable] {
            var rig = TrackerRig(isOn: false)
            rig.take(hiding, at: 1)
            let before = rig.tracker
            for input in Input.everyKind {
                switch input {
                case .event, .reading, .overflow:
                    #expect(rig.take(input, at: 2) == .ignored)
                    #expect(rig.tracker == before)
                default: continue
                }
            }
        }
    }

    @Test func `a blip of the device or of monitoring changes nothing`() {
        for (off, on) in [(Input.lost, Input.found), (.disable, .enable)] {
            for isOn in [true, false] {
                var rig = TrackerRig(isOn: isOn)
                rig.take(.foreground, at: 1)
                var blipped = rig.tracker
                _ = blipped.apply(off, at: .seconds(1), now: .seconds(2))
                _ = blipped.apply(on, at: .seconds(1), now: .seconds(3))
                #expect(blipped == rig.tracker)
                rig.take(off, at: 2)
                rig.take(on, at: 3)
                #expect(rig.tracker.snapshot == blipped.snapshot)
                #expect(rig.memory.changedAt == nil)
            }
        }
    }

    @Test func `a device that comes back with another value has changed`() {
        var rig = TrackerRig(isOn: false)
        rig.take(.foreground, at: 1)
        rig.take(.event(isOn: false), at: 2)
        rig.take(.lost, at: 3)
        rig.isOn = true
        rig.take(.found, at: 4)
        #expect(rig.verdict == "N")
        #expect(rig.memory.changedAt == Timestamp(microseconds: 2_000_001))
    }

    @Test func `an entry while the device was gone wins over what it comes back with`() {
        var rig = TrackerRig(isOn: false)
        rig.take(.lost, at: 3)
        #expect(rig.take(.foreground, at: 4) == .taken)
        rig.isOn = true
        rig.take(.found, at: 5)
        #expect(rig.verdict == "C")
        rig.take(.event(isOn: true), at: 6)
        #expect(rig.verdict == "N")
    }

    @Test func `a second found changes nothing`() {
        var rig = TrackerRig(isOn: true)
        let before = rig.tracker
        rig.take(.found, at: 0)
        #expect(rig.tracker == before)
    }
}
