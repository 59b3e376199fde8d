/// What the tracker says at one moment.
public struct Snapshot: Hashable, Sendable {
    /// The corrected state.
    public let state: SwitchState
    /// What the switch itself last gave, unknown while it cannot be had.
    public let reported: SwitchState
    /// What `state` rests on.
    public let basis: Basis
    /// Who is in front.
    public let focus: Focus

    /// Makes a snapshot of its parts.
    public init(state: SwitchState, reported: SwitchState, basis: Basis, focus: Focus) {
        self.state = state
        self.reported = reported
        self.basis = basis
        self.focus = focus
    }

    /// Makes the snapshot of a switch that cannot be read, by a bridge that stops for example.
    public static func unknown(focus: Focus) -> Snapshot {
        Snapshot(state: .unknown, reported: .unknown, basis: .none, focus: focus)
    }
}
