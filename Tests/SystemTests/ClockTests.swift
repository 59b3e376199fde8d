import Glibc
import Testing

@testable import System

struct ClockTests {
    private static func microseconds(_ clock: clockid_t) -> Int64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000
    }

    @Test func `the monotonic clock never goes back`() {
        var last = Clock.monotonicMicroseconds
        for _ in 0..<10_000 {
            let now = Clock.monotonicMicroseconds
            #expect(now >= last)
            last = now
        }
    }

    @Test func `the times are the kernel's, cut to microseconds`() {
        for _ in 0..<1_000 {
            let before = Self.microseconds(CLOCK_MONOTONIC)
            let now = Clock.monotonicMicroseconds
            #expect((before...Self.microseconds(CLOCK_MONOTONIC)).contains(now))
        }
        let before = Self.microseconds(CLOCK_REALTIME)
        let now = Clock.wallMicroseconds
        #expect((before...(before + 60_000_000)).contains(now))
    }
}
