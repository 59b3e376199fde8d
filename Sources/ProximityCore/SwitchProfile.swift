/// What is known of a kind of switch by its kernel name (`linux/input-event-codes.h`).
public struct SwitchProfile: Equatable, Sendable {
    /// The kernel's name, `SW_LID`.
    public let kernelName: String
    /// The name for people and folders, `lid`.
    public let shortName: String
    /// The words for on and off.
    public let words: Words
    /// Whether on means that the device cannot be in use, so that it is corrected by default.
    public let isCovering: Bool

    /// Makes the profile of the switch that the kernel calls `kernelName`.
    public init(kernelName: String) {
        self.kernelName = kernelName
        shortName = String(
            kernelName.dropFirst("SW_".count).map { $0 == "_" ? "-" : Character($0.lowercased()) }
        )
        (words, isCovering) =
            switch kernelName {
            case "SW_FRONT_PROXIMITY": (Words(on: "near", off: "far"), true)
            case "SW_LID": (Words(on: "closed", off: "open"), true)
            // Battery and book covers: the device can be used while they are shut.
            case "SW_MACHINE_COVER": (Words(on: "closed", off: "open"), false)
            case "SW_TABLET_MODE": (Words(on: "tablet", off: "laptop"), false)
            case "SW_DOCK": (Words(on: "docked", off: "undocked"), false)
            case "SW_KEYPAD_SLIDE": (Words(on: "out", off: "in"), false)
            default: (Words(on: "on", off: "off"), false)
            }
    }

    /// The policy in force unless the user names one.
    public var defaultPolicy: Policy { isCovering ? .assume : .reread }

    /// The switches to look for, first one first, where the user names none.
    public static let preferredNames = [
        "SW_FRONT_PROXIMITY", "SW_LID", "SW_TABLET_MODE", "SW_MACHINE_COVER",
    ]

    /// Turns a name as users write it into the kernel's spelling.
    ///
    /// Any case, with or without `SW_`, `-` for `_`; plain `proximity` is the front one.
    public static func kernelName(from text: String) -> String {
        let name = String(text.uppercased().map { $0 == "-" ? "_" : $0 })
        if name == "PROXIMITY" { return "SW_FRONT_PROXIMITY" }
        return name.hasPrefix("SW_") ? name : "SW_" + name
    }
}
