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

    /// The device to open.
    public var device: FilePath
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

    /// Makes the configuration that is in force for a switch unless the user says otherwise.
    public init(device: FilePath, code: SwitchCode) {
        let profile = SwitchProfile(kernelName: code.name)
        self.device = device
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
}
