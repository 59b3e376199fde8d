/// Which switch of which device a record is about; what is not known yet is nothing.
public struct Identity: Equatable, Sendable {
    /// The kernel's name of the switch, `SW_LID`.
    public let switchName: String?
    /// The path of the device that was opened.
    public let device: String?
    /// The device's own name, any bytes repaired to UTF-8.
    public let name: String?

    /// Makes an identity of its parts.
    public init(switchName: String?, device: String?, name: String?) {
        self.switchName = switchName
        self.device = device
        self.name = name
    }
}
