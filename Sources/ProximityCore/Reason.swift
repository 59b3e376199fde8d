/// Why a record was made.
public enum Reason: String, CaseIterable, Sendable {
    /// It is the first one.
    case start
    /// The kernel reported a change.
    case event
    /// The kernel dropped events, and the switch was read again.
    case sync
    /// A focus message said `foreground`.
    case foreground
    /// A focus message said `background`.
    case background
    /// A focus message said `reset`.
    case reset
    /// The device went away.
    case lost
    /// The device is there.
    case found
    /// The machine woke from suspend, and the switch was read again.
    case resume
    /// The switch was read again for another cause, `SIGUSR1` or a set clock.
    case reading
    /// A focus message said `enable`.
    case enabled
    /// A focus message said `disable`.
    case disabled
    /// The bridge stops.
    case stop
}
