import Bridge
import Evdev
import ProximityCore
import Recording
import System

/// `proxbridge replay RECORDING`: a recording through the same tracker and forms.
enum ReplayCommand {
    /// What standard output gets.
    private enum Form: String, CaseIterable {
        case word, json, waybar, table

        /// The form of a record, nothing for a timeline.
        var record: RecordForm? {
            switch self {
            case .word: .word
            case .json: .json
            case .waybar: .waybar
            case .table: nil
            }
        }
    }

    static func run(_ options: Options) throws(BridgeError) -> ExitStatus {
        guard let recording = options.paths.first else {
            throw .usage("a recording is missing")
        }
        let none = FilePath("none")
        let form: Form? = try options.choice(.format)
        let stateForm = try options.stateForm()
        let policy: Policy? = try options.choice(.onForeground)
        let initialFocus: Focus? = try options.choice(.initialFocus)
        let words = try options.switchWords()
        let statePath = try options.path(.state).flatMap { $0 == none ? nil : $0 }
        let focusPath = try options.path(.focus).flatMap { $0 == none ? nil : $0 }
        try refuse(recording, focusPath, statePath)

        let source = try RecordingSource(recording, wanted: options.switchCode())
        let target = DeviceTarget.path(recording)
        var configuration = Configuration(target: target, node: nil, code: source.code)
        configuration.words = words ?? configuration.words
        configuration.isInverted =
            options.flags.contains(.invert) || source.device.setting?.isInverted == true
        configuration.policy = policy ?? source.device.setting?.policy ?? configuration.policy
        configuration.initialFocus =
            initialFocus ?? source.device.setting?.initialFocus ?? configuration.initialFocus
        configuration.statePath = statePath
        configuration.stateForm = stateForm ?? configuration.stateForm
        var replay = try Replay(
            source,
            configuration,
            form: (form ?? .word).record,
            focusPath: focusPath,
            isPaced: options.flags.contains(.realtime),
            Diagnostics(
                isQuiet: options.flags.contains(.quiet),
                isVerbose: options.flags.contains(.verbose)
            )
        )
        try replay.run()
        return .done
    }

    /// Refuses to write a file that is read, and to read one as two.
    private static func refuse(
        _ recording: FilePath,
        _ focusPath: FilePath?,
        _ statePath: FilePath?
    ) throws(BridgeError) {
        if let statePath, statePath == recording || statePath == focusPath {
            throw .usage("'--state' names a file that is read, \(printable(statePath))")
        }
        if focusPath == recording {
            throw .usage("the recording and '--focus' are the same file, \(printable(recording))")
        }
    }
}
