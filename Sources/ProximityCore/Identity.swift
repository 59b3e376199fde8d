/// Which switch of which device a record is about; what is not known yet is nothing.
///
/// It is shared by the records about it, so that a record is copied without its texts.
public final class Identity: Equatable, Sendable {
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

    /// Tells whether two are about the same.
    public static func == (left: Identity, right: Identity) -> Bool {
        left === right
            || (left.switchName == right.switchName && left.device == right.device
                && left.name == right.name)
    }
}
