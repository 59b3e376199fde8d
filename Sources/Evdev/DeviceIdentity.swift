/// What tells one input device from another that takes its number.
///
/// The corresponding C type is `struct input_id`, with the name added.
public struct DeviceIdentity: Hashable, Sendable {
    /// The bus, `BUS_HOST` for example.
    public let bus: UInt16
    /// The vendor's number.
    public let vendor: UInt16
    /// The product's number.
    public let product: UInt16
    /// The device's name, bytes that are not UTF-8 replaced by U+FFFD.
    public let name: String

    /// Makes an identity of its parts.
    public init(bus: UInt16, vendor: UInt16, product: UInt16, name: String) {
        self.bus = bus
        self.vendor = vendor
        self.product = product
        self.name = name
    }
}
