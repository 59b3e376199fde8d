internal import ProximityCore
internal import System

/// Lets a recording take as long as it did.
struct Pacing {
    private var offset: Int64 = 0

    /// Makes a moment of the recording be now.
    mutating func begin(at origin: Timestamp) {
        offset = Clock.monotonicMicroseconds - origin.microseconds
    }

    /// Waits for a moment of the recording, unless it is over.
    func wait(until moment: Timestamp) {
        Clock.sleep(untilMonotonicMicroseconds: moment.microseconds + offset)
    }
}
