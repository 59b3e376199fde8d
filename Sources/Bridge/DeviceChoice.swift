public import Evdev
internal import ProximityCore
internal import System

/// Finds the device and the switch that the user means, without opening anything.
public enum DeviceChoice {
    /// Finds the device that the user means, and the switch to watch on it.
    ///
    /// - Parameters:
    ///   - target: The device.
    ///   - code: The switch that the user wants, nothing for the first of the preferred ones.
    /// - Returns: The device and the switch.
    /// - Throws: If there is no device, no event device, or no such switch.
    public static func find(
        _ target: DeviceTarget,
        code: SwitchCode?
    ) throws(BridgeError) -> (node: InputNode, code: SwitchCode) {
        switch target {
        case .path(let path): try at(path, code: code)
        case .automatic: try automatic(code: code)
        }
    }

    private static func at(
        _ path: FilePath,
        code: SwitchCode?
    ) throws(BridgeError) -> (node: InputNode, code: SwitchCode) {
        let found: InputNode?
        do throws(Errno) {
            found = try InputNode.at(path)
        } catch {
            throw BridgeError(cannot: "open", path, error, status: .noDevice)
        }
        guard let node = found else {
            throw BridgeError("\(printable(path)) is not an event device", status: .noDevice)
        }
        guard let chosen = choose(code, from: node.switches) else {
            throw BridgeError(
                "no \(wanted(code)) on \(printable(path)) (\(printable(node.identity.name))): "
                    + node.inventory + proximitySensorHint,
                status: .noDevice
            )
        }
        return (node, chosen)
    }

    private static func automatic(
        code: SwitchCode?
    ) throws(BridgeError) -> (node: InputNode, code: SwitchCode) {
        let nodes: [InputNode]
        do throws(Errno) {
            nodes = try InputNode.all()
        } catch {
            throw BridgeError(cannot: "list", FilePath("/sys/class/input"), error)
        }
        guard let chosen = choose(code, from: nodes.flatMap(\.switches)),
            let node = nodes.first(where: { $0.switches.contains(chosen) })
        else {
            throw BridgeError(
                "no input device has a \(wanted(code))" + proximitySensorHint,
                status: .noDevice
            )
        }
        return (node, chosen)
    }

    private static func choose(_ code: SwitchCode?, from codes: [SwitchCode]) -> SwitchCode? {
        let wanted = code.map { [$0] } ?? preferred
        return wanted.first { codes.contains($0) }
    }

    private static var preferred: [SwitchCode] {
        SwitchProfile.preferredNames.compactMap { SwitchCode(name: $0) }
    }

    private static func wanted(_ code: SwitchCode?) -> String {
        code?.name ?? "proximity or lid switch"
    }

    /// Tells owners of a proximity sensor of the other kind that it is not read.
    private static var proximitySensorHint: String {
        guard let sensor = ProximitySensor.names().first else { return "" }
        return
            "; the IIO proximity sensor \(printable(sensor)) is not an input device and is not read"
    }
}

extension InputNode {
    /// What the device has, for the one who looked for something else.
    fileprivate var inventory: String {
        if switches.isEmpty { return hasKeys ? "it has keys but no switch" : "it has no switch" }
        return "it has " + switches.map(\.name).joined(separator: ", ")
            + (hasKeys ? " and keys" : "")
    }
}
