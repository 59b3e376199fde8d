public import ProximityCore

/// How the bridge that made a recording watched the switch.
public struct RecordedSetting: Equatable, Sendable {
    /// The kernel's name of the switch, `SW_LID`.
    public let switchName: String
    /// What entering the foreground did.
    public let policy: Policy
    /// Whether on and off were swapped.
    public let isInverted: Bool
    /// Who was in front before any message.
    public let initialFocus: Focus

    /// Makes a setting of its parts.
    public init(switchName: String, policy: Policy, isInverted: Bool, initialFocus: Focus) {
        self.switchName = switchName
        self.policy = policy
        self.isInverted = isInverted
        self.initialFocus = initialFocus
    }
}
