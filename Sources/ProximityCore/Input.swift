/// Something that happened, as the tracker is told of it.
///
/// `isOn` is the kernel's bit, already inverted where the user asked for that.
public enum Input: Hashable, Sendable {
    /// The kernel reported a change of the watched switch (`EV_SW`).
    case event(isOn: Bool)
    /// The switch was read (`EVIOCGSW`), now.
    case reading(isOn: Bool)
    /// The kernel dropped queued events (`SYN_DROPPED`); `isOn` was read at the sync.
    ///
    /// `isMasked`: only the watched switch could have filled the queue (`EVIOCSMASK`), so that the
    /// overflow proves a change.
    case overflow(isOn: Bool, isMasked: Bool)
    /// Someone uses the device.
    case foreground
    /// Nobody does any more.
    case background
    /// The user says that the switch is stuck.
    case reset
    /// The user switched monitoring on.
    case enable
    /// The user switched monitoring off.
    case disable
    /// The device went away.
    case lost
    /// The device is there, for the first time or again.
    case found
}
