import ProximityCore
import Testing

@testable import Bridge

struct WarningLimiterTests {
    private static func at(_ microseconds: Int64) -> Timestamp {
        Timestamp(microseconds: microseconds)
    }

    /// A limiter that let a warning through at second 5 and has held back `count` more since.
    private static func limiter(holding count: Int) -> WarningLimiter {
        var limiter = WarningLimiter()
        for number in 0...count { _ = limiter.admit(now: at(5_000_000 + Int64(number))) }
        return limiter
    }

    @Test func `the first warning passes, the next a second later, unless a count is due`() {
        var limiter = WarningLimiter()
        for (time, wanted) in [
            (0, true), (1_000_000, true), (1_000_000, false), (1_999_999, false),
            (9_000_000, false),
        ] {
            let isAdmitted = limiter.admit(now: Self.at(Int64(time)))
            #expect(isAdmitted == wanted, "\(time)")
        }
    }

    @Test func `nothing is due while nothing is held back`() {
        var limiter = WarningLimiter()
        #expect(limiter.dueAt == nil)
        _ = limiter.admit(now: Self.at(0))
        #expect(limiter.dueAt == nil)
        #expect(limiter.takeHeldCount(now: Self.at(5_000_000)) == nil)
        #expect(limiter.takeHeldCount(now: Self.at(5_000_000), isAtEnd: true) == nil)
    }

    @Test func `the count of those held back is due a second after the last that passed`() {
        var limiter = Self.limiter(holding: 3)
        #expect(limiter.dueAt == Self.at(6_000_000))
        #expect(limiter.takeHeldCount(now: Self.at(5_999_999)) == nil)
        #expect(limiter.takeHeldCount(now: Self.at(6_000_000)) == 3)
        #expect(limiter.dueAt == nil)
        #expect(limiter.takeHeldCount(now: Self.at(7_000_000)) == nil)
    }

    @Test func `at the end the count is told at once`() {
        var limiter = Self.limiter(holding: 2)
        #expect(limiter.takeHeldCount(now: Self.at(5_000_010), isAtEnd: true) == 2)
        #expect(limiter.takeHeldCount(now: Self.at(5_000_020), isAtEnd: true) == nil)
    }

    @Test func `the count is itself a warning, after which a second has to pass`() {
        var limiter = Self.limiter(holding: 1)
        #expect(limiter.takeHeldCount(now: Self.at(6_500_000)) == 1)
        var other = limiter
        let isAdmittedEarly = other.admit(now: Self.at(7_499_999))
        #expect(!isAdmittedEarly)
        let isAdmitted = limiter.admit(now: Self.at(7_500_000))
        #expect(isAdmitted)
    }

    @Test func `a flood of an hour is a warning a second at most, and every line is counted`() {
        var limiter = WarningLimiter()
        var (passed, counts) = (0, [Int]())
        for step in 0..<36_000 {
            let now = Self.at(Int64(step) * 100_000)
            if limiter.admit(now: now) { passed += 1 }
            if let count = limiter.takeHeldCount(now: now) { counts.append(count) }
        }
        if let last = limiter.takeHeldCount(now: Self.at(3_600_000_000), isAtEnd: true) {
            counts.append(last)
        }
        #expect(3_599...3_601 ~= passed + counts.count)
        #expect(passed + counts.reduce(0, +) == 36_000)
    }
}
