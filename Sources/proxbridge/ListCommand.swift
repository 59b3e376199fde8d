import Bridge
import Evdev
import ProximityCore
import System

/// `proxbridge list`: the switches of this machine.
enum ListCommand {
    private struct Entry {
        let node: InputNode
        let profile: SwitchProfile
        let state: SwitchState
        let error: Errno?
    }

    static func run(_ options: Options) throws(BridgeError) -> ExitStatus {
        let nodes: [InputNode]
        do throws(Errno) {
            nodes = try InputNode.all()
        } catch {
            throw BridgeError(cannot: "list", FilePath("/sys/class/input"), error)
        }
        let entries = nodes.flatMap { node in node.switches.map { entry(node, $0) } }
        let isJSON = options.flags.contains(.json)
        return try CommandLineTool.print(isJSON ? array(entries) : lines(entries))
    }

    private static func entry(_ node: InputNode, _ code: SwitchCode) -> Entry {
        let profile = SwitchProfile(kernelName: code.name)
        do throws(Errno) {
            let state: SwitchState = try Device.read(code, of: node.path) ? .on : .off
            return Entry(node: node, profile: profile, state: state, error: nil)
        } catch {
            return Entry(node: node, profile: profile, state: .unknown, error: error)
        }
    }

    private static func lines(_ entries: [Entry]) -> String {
        entries.map { entry in
            "\(entry.node.path) \(entry.profile.shortName) \(entry.profile.words[entry.state])"
                + " \(printable(entry.node.identity.name))"
                + (entry.error.map { " (\($0))" } ?? "") + "\n"
        }.joined()
    }

    private static func array(_ entries: [Entry]) -> String {
        let objects = entries.map { entry in
            JSONValue.object([
                ("device", .string(entry.node.path.description)),
                ("switch", .string(entry.profile.kernelName)),
                ("name", .string(entry.node.identity.name)),
                ("state", .string(entry.profile.words[entry.state])),
                ("error", JSONValue(entry.error?.description)),
            ]).line
        }
        return "[" + objects.joined(separator: ",\n ") + "]\n"
    }
}
