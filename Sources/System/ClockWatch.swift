internal import CSystem

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// Wakes when the wall clock jumps: it was set, or the machine slept.
///
/// The corresponding C function is `timerfd_create`.
public struct ClockWatch: ~Copyable {
    /// What has happened to the clock.
    public enum Jump: Equatable, Sendable {
        /// The machine was suspended.
        case resume
        /// Somebody set it.
        case set
    }

    /// Readable when the clock has jumped.
    public let descriptor: FileDescriptor
    /// What `CLOCK_BOOTTIME`, which runs on while the machine sleeps, was ahead by.
    private var sleptMicroseconds = Clock.sleptMicroseconds

    /// Starts to watch.
    public init() throws(Errno) {
        let rawValue = try valueOrErrno {
            timerfd_create(CLOCK_REALTIME, Int32(TFD_CLOEXEC) | Int32(TFD_NONBLOCK))
        }
        let descriptor = FileDescriptor(owning: rawValue)
        try Self.arm(descriptor)
        self.descriptor = descriptor
    }

    /// Takes in that the descriptor is readable.
    ///
    /// - Returns: What happened, nothing if it was nothing.
    /// - Throws: What the kernel says.
    public mutating func next() throws(Errno) -> Jump? {
        var buffer = [UInt8](repeating: 0, count: 8)
        do throws(Errno) {
            _ = try descriptor.read(into: &buffer)
        } catch .wouldBlock {
            return nil
        } catch .canceled {
            // That is how the kernel tells it (timerfd_create(2), TFD_TIMER_CANCEL_ON_SET).
        }
        try Self.arm(descriptor)
        let slept = Clock.sleptMicroseconds
        defer { sleptMicroseconds = slept }
        // The two clocks are read one after the other, so they differ by a little always.
        return slept - sleptMicroseconds > 1_000 ? .resume : .set
    }

    /// Arms a timer that never ends of itself.
    private static func arm(_ descriptor: borrowing FileDescriptor) throws(Errno) {
        var time = itimerspec()
        time.it_value.tv_sec = .max
        let flags = Int32(TFD_TIMER_ABSTIME) | Int32(csystem_tfd_timer_cancel_on_set)
        let rawValue = descriptor.rawValue
        _ = try valueOrErrno { unsafe timerfd_settime(rawValue, flags, &time, nil) }
    }
}
