public import Evdev
public import ProximityCore
public import System

/// What a bridge is to do, with every default already filled in.
public struct Configuration: Sendable {
    /// Where focus messages come from.
    public enum FocusOrigin: Sendable {
        /// From nowhere.
        case none
        /// From standard input.
        case standardInput
        /// From a FIFO, at the default path of the switch or at one that the user named.
        case pipe(FilePath, isDefault: Bool)
    }

    /// The device that the user means.
    public var target: DeviceTarget
    /// The device that was found, nothing if the bridge is to wait for one.
    public var node: InputNode?
    /// Whether to start without a device and wait for it.
    public var isWaiting: Bool
    /// Whether the loss of the device ends the bridge.
    public var endsOnLoss: Bool
    /// The switch to watch.
    public var code: SwitchCode
    /// The words of the switch.
    public var words: Words
    /// Whether on and off are swapped at the input.
    public var isInverted: Bool
    /// What entering the foreground does.
    public var policy: Policy
    /// Who is in front before any message.
    public var initialFocus: Focus
    /// Where focus messages come from.
    public var focusOrigin: FocusOrigin
    /// The mode bits of the focus FIFO, if the user named some.
    public var focusMode: UInt32?
    /// The state file, nothing for none.
    public var statePath: FilePath?
    /// The runtime folder, if a file in it is used.
    public var runtimeFolder: RuntimeFolder?
    /// Whether the state file is the one in the runtime folder.
    public var isDefaultState: Bool
    /// What the state file holds.
    public var stateForm: RecordForm
    /// What standard output gets.
    public var outputForm: RecordForm
    /// Where a recording is made, nothing for none.
    public var recordingPath: FilePath?
    /// Whether a recording that is there already is overwritten.
    public var overwritesRecording = false

    /// Makes the configuration that is in force for a switch unless the user says otherwise.
    public init(target: DeviceTarget, node: InputNode?, code: SwitchCode) {
        let profile = SwitchProfile(kernelName: code.name)
        self.target = target
        self.node = node
        isWaiting = false
        endsOnLoss = false
        self.code = code
        words = profile.words
        isInverted = false
        policy = profile.defaultPolicy
        initialFocus = .unknown
        focusOrigin = .none
        isDefaultState = false
        stateForm = .word
        outputForm = .word
    }

    /// The short name of the switch.
    var shortName: String { SwitchProfile(kernelName: code.name).shortName }

    /// What a lock file's memory has to be about for this configuration to go on from it.
    var subject: String {
        "\(code.name) \(policy.rawValue) \(isInverted ? "inverted" : "plain")"
    }

    /// The exact mode bits of the state file and its lock, nothing for what the umask says.
    var filePermissions: UInt32? { isDefaultState ? runtimeFolder?.filePermissions : nil }

    /// Makes the runtime folder, if a file in it is used.
    func makeFolder() throws(BridgeError) {
        let isShared = (focusMode ?? 0) & 0o070 != 0
        try runtimeFolder?.make(for: shortName, isShared: isShared)
    }

    /// One line for people: what is watched, where the state goes, where focus is read.
    var summary: String {
        let focus =
            switch focusOrigin {
            case .none: "from nowhere"
            case .standardInput: "from standard input"
            case .pipe(let path, _): "from \(printable(path))"
            }
        let device = node.map { "\(printable($0.path)) (\(printable($0.identity.name)))" }
        return "watching \(code.name) on \(device ?? "a device to come");"
            + " state in \(statePath.map { printable($0) } ?? "no file"); focus \(focus)"
    }
}
