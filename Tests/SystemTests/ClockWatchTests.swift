import Glibc
import Testing

@testable import System

// To set the clock would disturb the whole machine: what a jump does is tried on a kernel of its own.
struct ClockWatchTests {
    @Test func `a clock that goes on as it should wakes nobody`() throws {
        var watch = try ClockWatch()
        #expect(try watch.descriptor.pollNow(for: .readable) == [])
        #expect(try watch.next() == nil)
        #expect(try watch.descriptor.pollNow(for: .readable) == [])
    }

    @Test func `the descriptor is closed by an exec and never waits`() throws {
        let watch = try ClockWatch()
        #expect(fcntl(watch.descriptor.rawValue, F_GETFD) & FD_CLOEXEC != 0)
        #expect(fcntl(watch.descriptor.rawValue, F_GETFL) & O_NONBLOCK != 0)
    }
}
