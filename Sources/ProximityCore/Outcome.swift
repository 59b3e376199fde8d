/// What the tracker made of an input.
public enum Outcome: Equatable, Sendable {
    /// It counted.
    case taken
    /// A focus message older than one taken before: at most the doubt moved.
    case late
    /// An event or a reading while the device is gone or monitoring is off.
    case ignored
    /// A `reset` under the policy `keep`, which has no doubt to set.
    case refused
}
