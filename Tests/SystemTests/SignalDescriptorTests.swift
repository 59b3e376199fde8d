import Glibc
import Testing

@testable import System

struct SignalDescriptorTests {
    /// Lets all signals through to this thread, as they are in a process that has just begun.
    private static func unblockSignals() {
        var all = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_UNBLOCK, &all, nil)
    }

    @Test func `signals are read one after the other instead of ending the process`() async {
        await #expect(processExitsWith: .success) {
            Self.unblockSignals()
            var signals = try SignalDescriptor()
            #expect(try signals.next() == nil)
            #expect(try signals.descriptor.pollNow(for: .readable) == [])
            for number in [SIGTERM, SIGINT, SIGHUP, SIGUSR1] { raise(number) }
            #expect(try signals.descriptor.pollNow(for: .readable) == .readable)
            var seen: [Signal] = []
            while let signal = try signals.next() { seen.append(signal) }
            #expect(seen.sorted { $0.rawValue < $1.rawValue } == Signal.allCases)
            #expect(try signals.next() == nil)
        }
    }

    @Test func `the signals have the kernel's numbers`() {
        #expect(Signal.hangUp.rawValue == SIGHUP)
        #expect(Signal.interrupt.rawValue == SIGINT)
        #expect(Signal.user1.rawValue == SIGUSR1)
        #expect(Signal.terminate.rawValue == SIGTERM)
    }

    @Test func `a hang-up ignored at start stays ignored`() async {
        await #expect(processExitsWith: .success) {
            Self.unblockSignals()
            signal(SIGHUP, SIG_IGN)
            var signals = try SignalDescriptor()
            raise(SIGHUP)
            #expect(try signals.next() == nil)
            raise(SIGTERM)
            #expect(try signals.next() == .terminate)
        }
    }

    @Test func `writing to nobody, or past a limit, is an error and not the end`() async {
        await #expect(processExitsWith: .success) {
            Self.unblockSignals()
            _ = try SignalDescriptor()
            var ends: [Int32] = [-1, -1]
            try #require(pipe(&ends) == 0)
            close(ends[0])
            let writer = FileDescriptor(owning: ends[1])
            #expect(errno { _ = try writer.write([1]) } == .brokenPipe)
            try withFolder { folder in
                let fileSize = __rlimit_resource_t(1)
                var limit = rlimit()
                try #require(getrlimit(fileSize, &limit) == 0)
                limit.rlim_cur = 0
                try #require(setrlimit(fileSize, &limit) == 0)
                let path = folder.appending("file")
                let file = try FileDescriptor.open(path, .writeOnly, options: .create)
                #expect(errno { _ = try file.write([1]) } == Errno(rawValue: EFBIG))
            }
        }
    }

    @Test func `the descriptor is closed by an exec and never waits`() async {
        await #expect(processExitsWith: .success) {
            let signals = try SignalDescriptor()
            #expect(fcntl(signals.descriptor.rawValue, F_GETFD) & FD_CLOEXEC != 0)
            #expect(fcntl(signals.descriptor.rawValue, F_GETFL) & O_NONBLOCK != 0)
        }
    }
}
