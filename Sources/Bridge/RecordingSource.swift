public import Evdev
internal import ProximityCore
public import Recording
public import System

/// A recording in a file, and the switch in it that is wanted.
public struct RecordingSource: ~Copyable {
    private let file: InputFile
    private var reader: RecordingReader
    /// The device that has the switch.
    public let device: RecordedDevice
    /// The switch.
    public let code: SwitchCode

    /// Opens a recording, and reads as far as the description of a device that has the switch.
    ///
    /// - Parameters:
    ///   - path: The file; `-` is standard input.
    ///   - wanted: The switch, nothing for the one that was watched, or the first of the preferred.
    /// - Throws: If it cannot be read, is no recording, or has no such switch.
    public init(_ path: FilePath, wanted: SwitchCode?) throws(BridgeError) {
        let file = try InputFile(path)
        var reader = RecordingReader { file.read(&$0, $1) }
        var devices: [RecordedDevice] = []
        while let item = try Self.next(&reader, file) {
            guard case .device(let device) = item else { continue }
            if let code = Self.choose(wanted, device) {
                self.file = file
                self.reader = reader
                self.device = device
                self.code = code
                return
            }
            // A recording of a great many devices is none; a few are named.
            if devices.count < 16 { devices.append(device) }
        }
        let inventory = devices.map { "\(printable($0.name)) \($0.inventory)" }
        throw BridgeError(
            "no \(wanted?.name ?? "proximity or lid switch") in \(file.name): "
                + (inventory.isEmpty ? "it has no device" : inventory.joined(separator: "; ")),
            status: .noDevice
        )
    }

    /// Reads what comes next, nothing at the end.
    mutating func next() throws(BridgeError) -> RecordingItem? {
        try Self.next(&reader, file)
    }

    /// Whether all of it is there already.
    var isRegularFile: Bool { file.isRegular }

    /// The file's name for people.
    var name: String { file.name }

    private static func next(
        _ reader: inout RecordingReader,
        _ file: InputFile
    ) throws(BridgeError) -> RecordingItem? {
        do throws(RecordingError) {
            if let item = try reader.next() { return item }
        } catch {
            // What could not be read is not the recording's fault.
            try file.check()
            throw file.error(error.what, line: error.line)
        }
        try file.check()
        return nil
    }

    private static func choose(_ wanted: SwitchCode?, _ device: RecordedDevice) -> SwitchCode? {
        let watched = device.setting.flatMap { SwitchCode(name: $0.switchName) }
        let codes =
            (wanted ?? watched).map { [$0] }
            ?? SwitchProfile.preferredNames.compactMap { SwitchCode(name: $0) }
        return codes.first { device.switches.contains($0.rawValue) }
    }
}

extension RecordedDevice {
    /// What the device has, for the one who looked for something else.
    fileprivate var inventory: String {
        if switches.isEmpty { return hasKeys ? "has keys but no switch" : "has no switch" }
        return "has " + switches.map { SwitchCode(rawValue: $0).name }.joined(separator: ", ")
    }
}
