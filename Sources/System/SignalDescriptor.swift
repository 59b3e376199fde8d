internal import CSystem

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// A signal that is waited for.
public enum Signal: Int32, CaseIterable, Sendable {
    /// `SIGHUP`.
    case hangUp = 1
    /// `SIGINT`.
    case interrupt = 2
    /// `SIGUSR1`.
    case user1 = 10
    /// `SIGTERM`.
    case terminate = 15
}

/// Signals as something to read, so that they wait their turn.
///
/// The corresponding C function is `signalfd`.
public struct SignalDescriptor: ~Copyable {
    /// Readable when a signal has come.
    public let descriptor: FileDescriptor
    private var buffer = [UInt8](repeating: 0, count: MemoryLayout<signalfd_siginfo>.size)

    /// Blocks all signals of `Signal` and opens a descriptor for them; ignores `SIGPIPE` and `SIGXFSZ`.
    ///
    /// A SIGHUP that was ignored at start stays ignored, as `nohup(1)` promises.
    public init() throws(Errno) {
        var set = sigset_t()
        unsafe sigemptyset(&set)
        for signal in Signal.allCases where signal != .hangUp || !Self.isIgnored(SIGHUP) {
            unsafe sigaddset(&set, signal.rawValue)
        }
        _ = try valueOrErrno { unsafe sigprocmask(SIG_BLOCK, &set, nil) }
        let flags = Int32(SFD_CLOEXEC) | Int32(SFD_NONBLOCK)
        let rawValue = try valueOrErrno { unsafe signalfd(-1, &set, flags) }
        descriptor = FileDescriptor(owning: rawValue)
        CurrentProcess.ignoreWriteSignals()
    }

    /// Takes the next signal that has come, if any.
    public mutating func next() throws(Errno) -> Signal? {
        do throws(Errno) {
            guard try descriptor.read(into: &buffer) == buffer.count else { return nil }
        } catch {
            if error == .wouldBlock { return nil }
            throw error
        }
        let info = unsafe buffer.withUnsafeBytes {
            unsafe $0.loadUnaligned(as: signalfd_siginfo.self)
        }
        return Signal(rawValue: Int32(bitPattern: info.ssi_signo))
    }

    private static func isIgnored(_ number: Int32) -> Bool {
        csystem_is_ignored(number) != 0
    }
}
