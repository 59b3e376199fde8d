/// What a state rests on.
public enum Basis: String, CaseIterable, Sendable {
    /// The switch said so.
    case measured
    /// The switch says on, and is not believed: someone is using the device.
    case assumed
    /// There is nothing to rest on; the state is unknown.
    case none

    /// Why a state that rests on it is what it is.
    public var explanation: String {
        switch self {
        case .measured: "the switch says so"
        case .assumed: "in use, and no change since"
        case .none: "no reading"
        }
    }
}
