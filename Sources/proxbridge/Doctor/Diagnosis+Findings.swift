import Bridge
import Evdev
import ProximityCore
import System

extension Diagnosis {
    /// What explains a wrong state, a sentence each, with the way out where there is one.
    var findings: [String] {
        troubles + devices.flatMap { findings(of: $0) } + bridges.flatMap { findings(of: $0) }
            + absences
    }

    private func findings(of device: DeviceReport) -> [String] {
        let path = device.node.path
        var found: [String] = []
        if let obstacle = device.obstacle { found.append(obstacle) }
        if device.isInhibited == true {
            found.append("\(path) is inhibited: the kernel reports nothing of it")
        }
        if device.isGrabbed == true {
            let suspects = device.holders.filter { $0.name != "proxbridge" }
                .map { "\(printable($0.name)) (\($0.process))" }
            let names = suspects.isEmpty ? "" : ", by " + suspects.joined(separator: " or ")
            found.append("\(path) is grabbed\(names): its changes reach that process alone")
        }
        for (profile, state) in device.switches where state != .unknown {
            if let bridge = bridge(of: profile, on: device) {
                found += comparison(of: bridge, with: state, device, profile.words)
            }
            if profile.kernelName == "SW_LID" {
                for lid in lids where ["open", "closed"].contains(lid.state) {
                    if lid.state != profile.words[state] {
                        found.append(
                            "ACPI says that \(lid.name) is \(lid.state), the kernel's bit of \(path)"
                                + " says \(profile.words[state]): the firmware did not report a change"
                        )
                    }
                }
            }
        }
        return found
    }

    /// What the bridge was told, beside what it would be told now.
    private func comparison(
        of bridge: BridgeReport,
        with state: SwitchState,
        _ device: DeviceReport,
        _ words: Words
    ) -> [String] {
        guard let record = bridge.record, bridge.told != .unknown else { return [] }
        let told = record.isInverted ? bridge.told.opposite : bridge.told
        guard told != state else { return [] }
        return [
            "the kernel's bit of \(device.node.path) is \(words[state]), bridge \(record.process) was"
                + " told \(words[told]): a change was lost, kill -USR1 \(record.process) reads it again"
        ]
    }

    private func findings(of bridge: BridgeReport) -> [String] {
        guard let record = bridge.record else { return [] }
        let name = bridge.shortName
        guard bridge.isRunning else {
            return bridge.isKilled
                ? [
                    "the bridge of \(name) was killed: \(printable(bridge.statePath)) is stale,"
                        + " proxbridge state tells"
                ] : []
        }
        var found: [String] = []
        if record.snapshot.basis == .assumed {
            found.append(
                "\(name) is said to be \(record.words[.off]) although the switch says"
                    + " \(record.words[.on]), as the foreground was entered since its last change;"
                    + " --on-foreground reread would believe the switch"
            )
        }
        if record.state == .unknown {
            found.append("\(name) is unknown: \(bridge.explanation)")
        }
        if record.memory.focus == .unknown && record.policy != .keep {
            found.append(
                "nobody has told the bridge of \(name) who is in the foreground:"
                    + " proxbridge focus foreground does"
            )
        }
        return found
    }

    private var absences: [String] {
        var found: [String] = []
        if devices.isEmpty { found.append("no input device of this machine has a switch") }
        if !devices.isEmpty && !bridges.contains(where: \.isRunning) {
            found.append("no bridge is running that this user can see")
        }
        for sensor in sensors {
            found.append(
                "the IIO proximity sensor \(printable(sensor)) is not an input device and is not"
                    + " read"
            )
        }
        return found
    }
}
