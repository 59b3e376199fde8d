/// The device of a recording, as its description has it.
public struct RecordedDevice: Equatable, Sendable {
    /// Its name, any bytes repaired to UTF-8.
    public var name = ""
    /// The path that it was opened at, where the recording tells.
    public var node: String?
    /// The codes of its switches (`EV_SW`), lowest first.
    public var switches: [UInt16] = []
    /// Whether it has keys.
    public var hasKeys = false
    /// The switches that the recording gives a state at its start.
    public var states: [UInt16: Bool] = [:]
    /// What our own recordings tell of how the switch was watched.
    public var setting: RecordedSetting?

    /// Makes a device without a name and without switches.
    public init() {}
}
