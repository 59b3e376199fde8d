import Evdev
import Glibc
import ProximityCore
import System
import Testing

@testable import Bridge

/// What the tests publish: the lid of a device that is never opened.
enum Sample {
    static let renderer = Renderer(words: configuration().words, identity: identity)
    static let identity = Identity(switchName: "SW_LID", device: "/dev/input/event4", name: "Lid")

    static func configuration(
        _ statePath: FilePath? = nil,
        stateForm: RecordForm = .word,
        outputForm: RecordForm = .word
    ) -> Configuration {
        let device = DeviceTarget.path(FilePath("/dev/input/event4"))
        var configuration = Configuration(
            target: device,
            node: nil,
            code: SwitchCode(rawValue: 0)
        )
        configuration.statePath = statePath
        configuration.stateForm = stateForm
        configuration.outputForm = outputForm
        return configuration
    }

    static func snapshot(
        _ state: SwitchState,
        reported: SwitchState? = nil,
        _ basis: Basis = .measured,
        _ focus: Focus = .unknown
    ) -> Snapshot {
        Snapshot(state: state, reported: reported ?? state, basis: basis, focus: focus)
    }

    static let closed = snapshot(.on)
    static let open = snapshot(.off)
    static let assumedOpen = snapshot(.off, reported: .on, .assumed, .foreground)

    static func record(_ snapshot: Snapshot, _ sequence: UInt64 = 1) -> Record {
        Record(
            snapshot: snapshot,
            sequence: sequence,
            cause: Timestamp(microseconds: Int64(sequence)),
            wallMicroseconds: Int64(sequence),
            reason: .event,
            identity: Identity(switchName: nil, device: nil, name: nil)
        )
    }

    /// A memory that is told apart from others by a time in it.
    static func memory(_ microseconds: Int64 = 0) -> Memory {
        var memory = Memory(focus: .background)
        memory.reported = true
        memory.changedAt = Timestamp(microseconds: microseconds)
        return memory
    }
}
