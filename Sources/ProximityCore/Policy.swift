/// What entering the foreground does (`--on-foreground`).
public enum Policy: String, CaseIterable, Sendable {
    /// Reads the switch, then disbelieves an on until the next change.
    case assume
    /// Reads the switch, and believes what is read.
    case reread
    /// Does nothing: the switch as a plain reader sees it.
    case keep
}
