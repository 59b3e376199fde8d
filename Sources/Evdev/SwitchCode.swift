internal import CLibevdev

/// A code of event type `EV_SW`, from `linux/input-event-codes.h`.
public struct SwitchCode: RawRepresentable, Hashable, Sendable {
    /// The kernel's number, from 0.
    public let rawValue: UInt16

    /// Makes the code with that number, whether or not it has a name.
    public init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    /// Finds the code that the kernel calls `name`, `SW_LID` for example.
    ///
    /// The corresponding C function is `libevdev_event_code_from_name`.
    public init?(name: String) {
        let number = unsafe libevdev_event_code_from_name(UInt32(EV_SW), name)
        // The end of the range is named too, and is no switch.
        guard number >= 0, name != "SW_MAX" else { return nil }
        rawValue = UInt16(number)
    }

    /// The kernel's name; a code that libevdev does not know has its number for one.
    ///
    /// The corresponding C function is `libevdev_event_code_get_name`.
    public var name: String {
        guard let text = unsafe libevdev_event_code_get_name(UInt32(EV_SW), UInt32(rawValue)) else {
            return "SW_" + String(rawValue)
        }
        return unsafe String(cString: text)
    }

    /// All codes that libevdev can name, in the kernel's order.
    ///
    /// The corresponding C function is `libevdev_event_type_get_max`.
    public static var known: [SwitchCode] {
        (0...UInt16(max(0, libevdev_event_type_get_max(UInt32(EV_SW)))))
            .map { SwitchCode(rawValue: $0) }
            .filter {
                unsafe libevdev_event_code_get_name(UInt32(EV_SW), UInt32($0.rawValue)) != nil
            }
    }
}
