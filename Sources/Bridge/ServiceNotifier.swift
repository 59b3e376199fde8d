internal import ProximityCore
internal import System

/// Tells systemd, if it started the bridge, how the bridge is (`sd_notify(3)`).
struct ServiceNotifier: ~Copyable {
    private let socket: NotifySocket?
    private let watchdogInterval: Int64?
    private var status: SwitchState?

    /// When the manager has to hear that the loop goes round, nothing if it does not care.
    private(set) var dueAt: Timestamp?

    /// Reads the environment that the manager gave.
    init(_ diagnostics: inout Diagnostics) {
        do throws(Errno) {
            socket = try NotifySocket.open()
        } catch {
            diagnostics.warn("cannot open the socket of the service manager: \(error)")
            socket = nil
        }
        watchdogInterval = socket == nil ? nil : Self.watchdogInterval
    }

    /// Tells that the bridge is up.
    mutating func ready(_ state: SwitchState, _ words: Words) {
        status = state
        send("READY=1\nSTATUS=\(words[state])\n")
        if let watchdogInterval {
            dueAt = Timestamp(microseconds: Loop.now.microseconds + watchdogInterval)
        }
    }

    /// Tells the state, if it is another one.
    mutating func tell(_ state: SwitchState, _ words: Words) {
        guard status != nil, status != state else { return }
        status = state
        send("STATUS=\(words[state])\n")
    }

    /// Tells that the loop goes round, if it is time to.
    mutating func feedWatchdog() {
        guard let dueAt, let watchdogInterval else { return }
        let now = Loop.now
        guard dueAt <= now else { return }
        send("WATCHDOG=1\n")
        self.dueAt = Timestamp(microseconds: now.microseconds + watchdogInterval)
    }

    /// Tells that the bridge goes.
    func stopping() {
        send("STOPPING=1\n")
    }

    private func send(_ text: @autoclosure () -> String) {
        switch socket {
        case .none: break
        // A manager that does not take it will ask, by the watchdog, or never missed it.
        case .some(let socket): try? socket.send(text())
        }
    }

    /// Half of what the manager waits for, in microseconds, if that is about this process.
    private static var watchdogInterval: Int64? {
        let process = CurrentProcess.environment("WATCHDOG_PID")?.description
        guard process == nil || process == String(CurrentProcess.identifier),
            let text = CurrentProcess.environment("WATCHDOG_USEC")?.description,
            let microseconds = Int64(text), microseconds > 0
        else { return nil }
        return max(1, microseconds / 2)
    }
}
