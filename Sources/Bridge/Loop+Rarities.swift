internal import ProximityCore
internal import System

// What seldom happens: signals, and the clock being set. One slot of the wait is for all of it.
extension Loop {
    /// Makes one descriptor of those of signals and clock.
    static func watch(
        _ signals: borrowing SignalDescriptor,
        _ clock: borrowing ClockWatch
    ) throws(BridgeError) -> EventPoll {
        let rarities = try openDescriptor(EventPoll.init)
        do throws(Errno) {
            try rarities.add(signals.descriptor)
            try rarities.add(clock.descriptor)
        } catch {
            throw BridgeError("cannot wait for signals and the clock: \(error)")
        }
        return rarities
    }

    /// Takes what has come of it.
    mutating func takeRarities() throws(BridgeError) {
        try takeSignals()
        takeClockJump()
    }

    private mutating func takeSignals() throws(BridgeError) {
        do throws(Errno) {
            while let signal = try signals.next() {
                switch signal {
                case .terminate, .interrupt, .hangUp: isStopping = true
                case .user1: readAgain(.reading)
                }
            }
        } catch {
            try tolerate(error, "cannot read signals")
        }
    }

    private mutating func takeClockJump() {
        do throws(Errno) {
            guard let jump = try clock?.next(), tracker.rereadsAfterClockJump else { return }
            readAgain(jump == .resume ? .resume : .reading)
        } catch {
            clock = nil
            publisher.doubtWallTime()
            diagnostics.warn("cannot watch the clock, a resume will not be noticed: \(error)")
        }
    }
}
