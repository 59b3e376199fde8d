/// Whether the one who writes focus messages is in front.
public enum Focus: String, CaseIterable, Sendable {
    /// No message has said so far.
    case unknown
    /// Someone is using the device.
    case foreground
    /// Nobody is known to be using the device.
    case background
}
