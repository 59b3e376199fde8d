import Bridge
import Evdev
import ProximityCore
import System

/// `proxbridge state`: what the running bridge says.
enum StateCommand {
    static func run(_ options: Options) throws(BridgeError) -> ExitStatus {
        let code = try options.switchCode()
        let path = try options.path(.state)
        let word = try options.text(.is)
        let form = try form(options)
        if code != nil && path != nil {
            throw .usage("options '--switch' and '--state' exclude each other")
        }
        if word != nil && options.flags.contains(.follow) {
            throw .usage("options '--follow' and '--is' exclude each other")
        }
        if options.flags.contains(.follow) { return try follow(code, path, form) }
        let bridge = try find(code, path)?.bridge
        let running = bridge?.isRunning == true ? bridge?.record : nil
        let profile = code.map { SwitchProfile(kernelName: $0.name) }
        let state = running?.state ?? .unknown
        if let word {
            return try compare(word, state, bridge?.record?.words ?? profile?.words)
        }
        _ = try CommandLineTool.print(line(of: running, as: form, profile))
        return state == .unknown ? .unknown : .done
    }

    /// What is printed of a running bridge, or of none.
    static func line(
        of running: LockRecord?,
        as form: RecordForm,
        _ profile: SwitchProfile?
    ) -> String {
        if form == .json, let json = running?.json, !json.isEmpty { return json + "\n" }
        let identity = Identity(switchName: profile?.kernelName, device: nil, name: nil)
        let record = Record(
            snapshot: running?.snapshot ?? .unknown(focus: .unknown),
            // The number that no record of a bridge has.
            sequence: 0,
            cause: Timestamp(microseconds: Clock.monotonicMicroseconds),
            wallMicroseconds: Clock.wallMicroseconds,
            reason: .stop,
            identity: identity
        )
        let words = running?.words ?? SwitchProfile(kernelName: "").words
        var line: [UInt8] = []
        Renderer(words: words, identity: identity).append(record, as: form, to: &line)
        return String(decoding: line, as: UTF8.self)
    }

    private static func form(_ options: Options) throws(BridgeError) -> RecordForm {
        let form: RecordForm? = try options.choice(.format)
        guard options.flags.contains(.json) else { return form ?? .word }
        if let form, form != .json {
            throw .usage("options '--json' and '--format \(form.rawValue)' exclude each other")
        }
        return .json
    }

    private static func compare(
        _ word: String,
        _ state: SwitchState,
        _ words: Words?
    ) throws(BridgeError) -> ExitStatus {
        if !Words.isPossible(word) { throw .invalid(word, for: .is) }
        // Of a switch that no bridge has ever named, every word is possible.
        let asked = words.map { $0.state(for: word) } ?? (word == "unknown" ? .unknown : .on)
        guard let asked else {
            let possible = SwitchState.allCases.compactMap { words?[$0] }.joined(separator: ", ")
            throw .invalid(word, for: .is, hint: "one of \(possible)")
        }
        if asked == state { return .done }
        return state == .unknown ? .unknown : .failure
    }
}
