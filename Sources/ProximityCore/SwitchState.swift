/// What can be said of a switch.
public enum SwitchState: String, CaseIterable, Sendable {
    /// The kernel's bit is set: near, closed, tablet, docked.
    case on
    /// The kernel's bit is clear: far, open, laptop, undocked.
    case off
    /// No reading can be had: device gone, monitoring disabled, bridge stopped.
    case unknown

    /// Makes the state of a bit, unknown where there is none.
    public init(_ isOn: Bool?) {
        switch isOn {
        case .some(true): self = .on
        case .some(false): self = .off
        case .none: self = .unknown
        }
    }

    /// The state of the other bit; unknown has none.
    public var opposite: SwitchState {
        switch self {
        case .on: .off
        case .off: .on
        case .unknown: .unknown
        }
    }
}
