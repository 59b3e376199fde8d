import Bridge
import Evdev
import ProximityCore
import System

/// A line of the doctor's screen: what a fact is about, and the fact.
func row(_ title: String, _ text: String) -> String {
    "  " + title + String(repeating: " ", count: max(1, 18 - title.count)) + text
}

/// All that can be found out about the switches of this machine without disturbing them.
struct Diagnosis {
    let devices: [DeviceReport]
    let bridges: [BridgeReport]
    /// Lids as ACPI sees them, which asks the firmware each time (`/proc/acpi/button/lid`).
    let lids: [(name: String, state: String)]
    /// Proximity sensors of the other kind.
    let sensors: [String]
    /// Where the udev rule is installed.
    let rule: FilePath?
    /// What could not be looked at.
    let troubles: [String]

    init(testsGrab: Bool) {
        var troubles: [String] = []
        var nodes: [InputNode] = []
        do throws(Errno) {
            nodes = try InputNode.all().filter { !$0.switches.isEmpty }
        } catch {
            troubles.append("cannot list /sys/class/input: \(error)")
        }
        let files = OpenFiles(nodes.map(\.path))
        devices = nodes.map { DeviceReport($0, files, testsGrab: testsGrab) }
        do throws(BridgeError) {
            _ = try RuntimeFolder.own()
        } catch {
            troubles.append(error.message)
        }
        let now = Timestamp(microseconds: Clock.monotonicMicroseconds)
        bridges = RunningBridge.all().map {
            BridgeReport($0.shortName, $0.statePath, $0.bridge, now: now)
        }
        lids = Self.acpiLids()
        sensors = ProximitySensor.names()
        rule = Self.installedRule()
        self.troubles = troubles
    }

    /// The bridge that watches a switch of a device.
    func bridge(of profile: SwitchProfile, on device: DeviceReport) -> BridgeReport? {
        bridges.first {
            $0.isRunning && $0.record?.switchName == profile.kernelName
                && $0.device.map(device.isAt) == true
        }
    }

    /// Whether a bridge watches any switch of a device.
    func isWatched(_ device: DeviceReport) -> Bool {
        device.switches.contains { bridge(of: $0.profile, on: device) != nil }
    }

    private static func acpiLids() -> [(name: String, state: String)] {
        let root = FilePath("/proc/acpi/button/lid")
        return ((try? FileSystem.names(in: root)) ?? []).sorted().map { name in
            let path = root.appending(name).appending("state")
            do throws(Errno) {
                // `state:      open`
                let text = String(decoding: try FileSystem.contents(of: path), as: UTF8.self)
                return (name, text.split { " \n".contains($0) }.last.map { String($0) } ?? "")
            } catch {
                return (name, "not known: \(error)")
            }
        }
    }

    private static func installedRule() -> FilePath? {
        ["/etc", "/run", "/usr/local/lib", "/usr/lib"]
            .map { FilePath("\($0)/udev/rules.d/70-proxbridge.rules") }
            .first { (try? FileStatus.of($0)) != nil }
    }
}
