import Bridge
import Evdev
import ProximityCore
import System

/// `proxbridge --device PATH|auto`: the bridge.
enum RunCommand {
    static func run(_ options: Options) throws(BridgeError) -> ExitStatus {
        var loop = try Loop(
            configuration(options),
            Diagnostics(
                isQuiet: options.flags.contains(.quiet),
                isVerbose: options.flags.contains(.verbose)
            )
        )
        try loop.run()
        return .done
    }

    /// Fills in what the options leave out; everything about the command line is checked first.
    private static func configuration(_ options: Options) throws(BridgeError) -> Configuration {
        guard let device = try options.path(.device) else {
            throw .usage("option '--device' is missing: it takes a path, or auto")
        }
        let code = try options.switchCode()
        let words = try options.switchWords()
        let policy: Policy? = try options.choice(.onForeground)
        let initialFocus: Focus? = try options.choice(.initialFocus)
        let outputForm: RecordForm? = try options.choice(.format)
        let stateForm = try options.stateForm()
        let focusMode = try focusMode(options)
        let statePath = try options.path(.state)
        let focusPath = try options.path(.focus)
        let recordingPath = try options.path(.record)

        if let statePath, statePath == focusPath, statePath != FilePath("none") {
            throw .usage("'--state' and '--focus' name the same file, \(printable(statePath))")
        }
        let target: DeviceTarget = device == FilePath("auto") ? .automatic : .path(device)
        var configuration = try find(
            target,
            code: code,
            isWaiting: options.flags.contains(.wait)
        )
        configuration.endsOnLoss = options.flags.contains(.exitOnLoss)
        configuration.words = words ?? configuration.words
        configuration.isInverted = options.flags.contains(.invert)
        configuration.policy = policy ?? configuration.policy
        configuration.initialFocus = initialFocus ?? configuration.initialFocus
        configuration.outputForm = outputForm ?? configuration.outputForm
        configuration.stateForm = stateForm ?? configuration.stateForm
        configuration.focusMode = focusMode
        configuration.recordingPath = recordingPath
        configuration.overwritesRecording = options.flags.contains(.force)
        try place(statePath, focusPath, &configuration)
        return configuration
    }

    /// Finds the device, or leaves that to the bridge where it may wait for one.
    private static func find(
        _ target: DeviceTarget,
        code: SwitchCode?,
        isWaiting: Bool
    ) throws(BridgeError) -> Configuration {
        do throws(BridgeError) {
            let found = try DeviceChoice.find(target, code: code)
            var configuration = Configuration(target: target, node: found.node, code: found.code)
            configuration.isWaiting = isWaiting
            return configuration
        } catch {
            guard isWaiting else { throw error }
            guard let code else {
                throw .usage("\(error.message); with --wait name the switch by --switch")
            }
            var configuration = Configuration(target: target, node: nil, code: code)
            configuration.isWaiting = true
            return configuration
        }
    }

    /// Settles where the state goes and where focus is read.
    private static func place(
        _ statePath: FilePath?,
        _ focusPath: FilePath?,
        _ configuration: inout Configuration
    ) throws(BridgeError) {
        let shortName = SwitchProfile(kernelName: configuration.code.name).shortName
        let none = FilePath("none")
        if statePath == nil || focusPath == nil { configuration.runtimeFolder = try .own() }
        configuration.isDefaultState = statePath == nil
        configuration.statePath =
            statePath == none
            ? nil : statePath ?? configuration.runtimeFolder?.statePath(of: shortName)
        switch focusPath {
        case none: configuration.focusOrigin = .none
        case FilePath("-"): configuration.focusOrigin = .standardInput
        case let path?: configuration.focusOrigin = .pipe(path, isDefault: false)
        case nil:
            guard let folder = configuration.runtimeFolder else { return }
            configuration.focusOrigin = .pipe(folder.focusPath(of: shortName), isDefault: true)
        }
    }

    private static func focusMode(_ options: Options) throws(BridgeError) -> UInt32? {
        guard let text = try options.text(.focusMode) else { return nil }
        let isOctal = text.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "7") ~= $0 }
        guard isOctal, let mode = UInt32(text, radix: 8), mode <= 0o777 else {
            throw .invalid(text, for: .focusMode, hint: "an octal mode such as 0620")
        }
        guard mode & 0o002 == 0 else {
            throw .invalid(text, for: .focusMode, hint: "a mode that lets no others write")
        }
        return mode
    }
}
