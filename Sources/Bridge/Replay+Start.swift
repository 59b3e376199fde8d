internal import Evdev
internal import ProximityCore
internal import Recording

// How the switch was before anything happened.
extension Replay {
    /// Finds out how the switch was, and says that.
    ///
    /// - Throws: What is wrong with the recording, or with an output.
    mutating func begin() throws(BridgeError) {
        var first = script?.next?.at
        bit = try findInitialBit(&first)
        if let first, first.microseconds > Self.longestLead { clock = first }
        pacing?.begin(at: clock)
        let focus = configuration.initialFocus
        tracker = Tracker(policy: configuration.policy, initialFocus: focus, at: clock)
        tell(.found)
        tell(.reading(isOn: isOn))
        // It was waited for.
        while case .note(.lost, let time)? = held.first, time <= clock {
            held.removeFirst()
            tell(.lost)
        }
        while let next = script?.next, next.at <= clock {
            try script?.advance()
            take(next.message)
        }
        try publish(.start, "start")
    }

    /// Reads ahead until something tells how the switch was at the start.
    ///
    /// - Parameter first: The time of the first thing that happens.
    /// - Returns: The bit, clear where nothing tells.
    /// - Throws: What is wrong with the recording.
    private mutating func findInitialBit(
        _ first: inout Timestamp?
    ) throws(BridgeError) -> Bool {
        // Our own recordings name the switches that were on, so that the others were off.
        let device = source.device
        var bit = device.states[source.code.rawValue] ?? (device.setting == nil ? nil : false)
        while held.count < 1000, let item = try source.next() {
            switch item {
            case .event(let event):
                first = min(first ?? event.at, event.at)
                if isWatched(event) {
                    held.append(item)
                    // The kernel delivers changes only.
                    bit = bit ?? (event.value == 0)
                } else if event.isDropped {
                    held.append(item)
                }
            case .note(let note, let time):
                first = min(first ?? time, time)
                held.append(item)
                // What an overflow left may be another value than the one before.
                if case .overflow = note { continue }
                bit = bit ?? note.isOn
            case .device, .cutOff:
                held.append(item)
                return bit ?? false
            }
            if let bit { return bit }
        }
        return bit ?? false
    }
}
