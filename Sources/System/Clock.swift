#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// The clocks, in whole microseconds, cut as the kernel cuts its stamps.
///
/// The corresponding C function is `clock_gettime`, which does not enter the kernel.
public enum Clock {
    /// Microseconds of `CLOCK_MONOTONIC`.
    public static var monotonicMicroseconds: Int64 { microseconds(CLOCK_MONOTONIC) }

    /// Microseconds since the Unix epoch, of `CLOCK_REALTIME`.
    public static var wallMicroseconds: Int64 { microseconds(CLOCK_REALTIME) }

    /// Microseconds that the machine has slept since it started.
    static var sleptMicroseconds: Int64 { microseconds(CLOCK_BOOTTIME) - monotonicMicroseconds }

    /// Sleeps until a moment of `CLOCK_MONOTONIC`, not at all if it is over.
    ///
    /// The corresponding C function is `clock_nanosleep`.
    public static func sleep(untilMonotonicMicroseconds moment: Int64) {
        guard moment > monotonicMicroseconds else { return }
        var time = timespec()
        time.tv_sec = time_t(moment / 1_000_000)
        time.tv_nsec = Int(moment % 1_000_000) * 1_000
        while unsafe clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, nil) == EINTR {}
    }

    private static func microseconds(_ clock: clockid_t) -> Int64 {
        var time = timespec()
        unsafe clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000
    }
}
