public import System

/// Which device the user means.
public enum DeviceTarget: Sendable {
    /// The one at a path, which may be a link that leads to another number some day.
    case path(FilePath)
    /// The lowest numbered one that has the switch.
    case automatic

    /// The path on whose way the device appears.
    var path: FilePath {
        switch self {
        case .path(let path): path
        case .automatic: FilePath("/dev/input/event0")
        }
    }
}
