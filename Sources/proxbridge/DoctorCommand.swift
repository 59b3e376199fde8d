import Bridge
import ProximityCore
import System

/// `proxbridge doctor`: one screen that answers why the state is wrong.
enum DoctorCommand {
    static func run(_ options: Options) throws(BridgeError) -> ExitStatus {
        let diagnosis = Diagnosis(testsGrab: options.flags.contains(.testGrab))
        let isJSON = options.flags.contains(.json)
        return try CommandLineTool.print(isJSON ? diagnosis.json.line + "\n" : diagnosis.screen)
    }
}

extension Diagnosis {
    private static var kernel: String {
        let bytes = (try? FileSystem.contents(of: FilePath("/proc/sys/kernel/osrelease"))) ?? []
        return String(decoding: bytes.filter { $0 > 0x20 }, as: UTF8.self)
    }

    /// The facts, then what stands out.
    fileprivate var screen: String {
        let machine =
            ["machine"]
            + lids.map { row("ACPI lid " + printable($0.name), printable($0.state)) }
            + [
                row(
                    "IIO proximity",
                    sensors.isEmpty ? "none" : sensors.map { printable($0) }.joined(separator: ", ")
                ),
                row("udev rule", rule?.description ?? "not installed"),
            ]
        let conclusion =
            findings.isEmpty
            ? ["Nothing stands out."] : ["What stands out:"] + findings.map { "- " + $0 }
        let blocks =
            [["proxbridge \(version), Linux \(Self.kernel)"]]
            + devices.map { $0.lines(isWatched: isWatched($0)) } + bridges.map(\.lines)
            + [machine, conclusion]
        return blocks.map { $0.joined(separator: "\n") + "\n" }.joined(separator: "\n")
    }

    fileprivate var json: JSONValue {
        .object([
            ("v", .text("1")),
            ("version", .string(version)),
            ("kernel", .string(Self.kernel)),
            ("devices", .array(devices.map(\.json))),
            ("bridges", .array(bridges.map(\.json))),
            (
                "acpi_lids",
                .array(
                    lids.map {
                        .object([("name", .string($0.name)), ("state", .string($0.state))])
                    }
                )
            ),
            ("iio_proximity", .array(sensors.map { .string($0) })),
            ("udev_rule", JSONValue(rule?.description)),
            ("findings", .array(findings.map { .string($0) })),
        ])
    }
}
