import Bridge
import Evdev
import ProximityCore
import System

/// What is found out about an event device that has switches.
struct DeviceReport {
    let node: InputNode
    /// The switches with their bits in the kernel, unknown where they cannot be read.
    let switches: [(profile: SwitchProfile, state: SwitchState)]
    /// Why they cannot be read.
    let error: Errno?
    let isInhibited: Bool?
    /// Whether another process has grabbed it, nothing if that was not tried or failed.
    let isGrabbed: Bool?
    /// Why that cannot be told.
    let grabError: Errno?
    let holders: [OpenFiles.Holder]
    /// Whether there may be more holders than could be seen.
    let areHoldersComplete: Bool
    let device: (major: UInt32, minor: UInt32)?

    init(_ node: InputNode, _ files: OpenFiles, testsGrab: Bool) {
        self.node = node
        // Before the bits are read: they then tell what the test may have cost.
        var failure: Errno?
        var isGrabbed: Bool?
        if testsGrab {
            do throws(Errno) {
                isGrabbed = try Device.isGrabbed(node.path)
            } catch {
                failure = error
            }
        }
        self.isGrabbed = isGrabbed
        grabError = failure
        failure = nil
        switches = node.switches.map { code in
            let profile = SwitchProfile(kernelName: code.name)
            do throws(Errno) {
                return (profile, try Device.read(code, of: node.path) ? .on : .off)
            } catch {
                failure = error
                return (profile, .unknown)
            }
        }
        error = failure
        isInhibited = node.isInhibited
        holders = files.holders(of: node.path)
        areHoldersComplete = files.isComplete
        device = (try? FileStatus.of(node.path))?.device
    }

    /// Whether a path, which may be a link, leads to this device.
    func isAt(_ path: FilePath) -> Bool {
        guard let device, let other = (try? FileStatus.of(path))?.device else { return false }
        return device == other
    }

    /// What stands in the way of reading it, with the way out.
    var obstacle: String? {
        error.map { "cannot read \(node.path): \($0)" + node.advice(on: $0) }
    }

    /// A title, and a line for each fact.
    func lines(isWatched: Bool) -> [String] {
        let grab = isGrabbed.map { $0 ? "yes, by another process" : "no" }
        let noGrab = grabError.map { "not known: \($0)" } ?? "not tried, see --test-grab"
        let inhibited = isInhibited.map { $0 ? "yes" : "no" }
        let names = holders.map { "\(printable($0.name)) (\($0.process))" }
        let hidden = areHoldersComplete ? [] : ["others that only root can see"]
        return ["\(node.path) (\(printable(node.identity.name)))"]
            + switches.map { row($0.profile.shortName, $0.profile.words[$0.state]) }
            + [
                row("readable", error.map { "no: \($0)" } ?? "yes"),
                row("has keys", node.hasKeys ? "yes" : "no"),
                row("inhibited", inhibited ?? "not known: the kernel does not tell"),
                row("grabbed", grab ?? noGrab),
                row(
                    "opened by",
                    names.isEmpty && areHoldersComplete
                        ? "nobody" : (names + hidden).joined(separator: ", ")
                ),
            ]
            // The kernel keeps no time of it.
            + (isWatched ? [] : [row("last change", "not known: no bridge watches it")])
    }

    var json: JSONValue {
        .object([
            ("device", .string(node.path.description)),
            ("name", .string(node.identity.name)),
            (
                "switches",
                .array(
                    switches.map {
                        .object([
                            ("switch", .string($0.profile.kernelName)),
                            ("state", .string($0.profile.words[$0.state])),
                        ])
                    }
                )
            ),
            ("error", JSONValue(error?.description)),
            ("keys", JSONValue(node.hasKeys)),
            ("inhibited", JSONValue(isInhibited)),
            ("grabbed", JSONValue(isGrabbed)),
            (
                "opened_by",
                .array(
                    holders.map {
                        .object([("pid", JSONValue($0.process)), ("name", .string($0.name))])
                    }
                )
            ),
            ("opened_by_complete", JSONValue(areHoldersComplete)),
        ])
    }
}
