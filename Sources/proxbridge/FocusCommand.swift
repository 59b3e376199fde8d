import Bridge
import Evdev
import ProximityCore
import System

/// `proxbridge focus WORD`: a message to running bridges, which never waits for any of them.
enum FocusCommand {
    static func run(_ options: Options) throws(BridgeError) -> ExitStatus {
        let words = FocusMessage.Word.allCases.map(\.rawValue).joined(separator: ", ")
        guard let text = options.operands.first else {
            throw .usage("a word is missing: one of \(words)")
        }
        guard let word = FocusMessage.Word(text.utf8) else {
            throw .usage("unknown word '\(printable(text))': it is one of \(words)")
        }
        let code = try options.switchCode()
        let path = try options.path(.focus)
        if code != nil && path != nil {
            throw .usage("options '--switch' and '--focus' exclude each other")
        }
        let message = FocusMessage(
            word: word,
            stamp: Timestamp(microseconds: Clock.monotonicMicroseconds)
        )
        if let path { return try FocusSender(path).send(message).status(of: path) }
        return try send(message, to: code)
    }

    /// Sends to the bridge of a switch, or to every bridge that this user may write to.
    private static func send(
        _ message: FocusMessage,
        to code: SwitchCode?
    ) throws(BridgeError) -> ExitStatus {
        let only = code.map { SwitchProfile(kernelName: $0.name).shortName }
        var refusal: BridgeError?
        var outcomes: [(path: FilePath, outcome: FocusSender.Outcome)] = []
        for folder in RuntimeFolder.searched {
            for name in folder.shortNames where only == nil || only == name {
                let path = folder.focusPath(of: name)
                do throws(BridgeError) {
                    outcomes.append((path, try FocusSender(path).send(message)))
                } catch {
                    // A bridge that this user may not write to is passed over for others.
                    let bridge = (try? RunningBridge.at(folder.statePath(of: name))) ?? nil
                    if bridge?.isRunning == true { refusal = error }
                }
            }
        }
        if outcomes.contains(where: { $0.outcome == .taken }) { return .done }
        if let full = outcomes.first(where: { $0.outcome == .full }) {
            return try full.outcome.status(of: full.path)
        }
        throw refusal ?? BridgeError("no bridge is running", status: .unknown)
    }
}

extension FocusSender.Outcome {
    /// The exit status, where this was the only FIFO there was to try.
    fileprivate func status(of path: FilePath) throws(BridgeError) -> ExitStatus {
        switch self {
        case .taken: return .done
        case .full: throw BridgeError("\(printable(path)) is full, its bridge does not read it")
        case .noReader:
            throw BridgeError("no bridge is running at \(printable(path))", status: .unknown)
        }
    }
}
