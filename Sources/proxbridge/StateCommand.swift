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
        let bridge = try find(code, path)
        let running = bridge?.isRunning == true ? bridge?.record : nil
        let profile = code.map { SwitchProfile(kernelName: $0.name) }
        let state = running?.state ?? .unknown
        if let word {
            return try compare(word, state, bridge?.record?.words ?? profile?.words)
        }
        switch form {
        case .word:
            _ = try CommandLineTool.print((running?.words[state] ?? "unknown") + "\n")
        case .json:
            let json = running.flatMap { $0.json.isEmpty ? nil : $0.json + "\n" }
            _ = try CommandLineTool.print(json ?? unknownRecord(profile))
        }
        return state == .unknown ? .unknown : .done
    }

    private static func form(_ options: Options) throws(BridgeError) -> RecordForm {
        let form: RecordForm? = try options.choice(.format)
        guard options.flags.contains(.json) else { return form ?? .word }
        if let form, form != .json {
            throw .usage("options '--json' and '--format \(form.rawValue)' exclude each other")
        }
        return .json
    }

    private static func find(
        _ code: SwitchCode?,
        _ path: FilePath?
    ) throws(BridgeError) -> RunningBridge? {
        if let path {
            do throws(Errno) {
                return try RunningBridge.at(path)
            } catch {
                throw BridgeError(cannot: "read the lock of", path, error)
            }
        }
        let all = RunningBridge.all()
        if let code {
            let name = SwitchProfile(kernelName: code.name).shortName
            return all.first { $0.shortName == name }?.bridge
        }
        let running = all.filter(\.bridge.isRunning)
        if running.count > 1 {
            let names = running.map(\.shortName).joined(separator: ", ")
            throw .usage("several bridges are running, choose one with --switch: \(names)")
        }
        return running.first?.bridge ?? (all.count == 1 ? all.first?.bridge : nil)
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

    /// The record of no bridge, with the number that no record has.
    private static func unknownRecord(_ profile: SwitchProfile?) -> String {
        let identity = Identity(switchName: profile?.kernelName, device: nil, name: nil)
        let record = Record(
            snapshot: .unknown(focus: .unknown),
            sequence: 0,
            cause: Timestamp(microseconds: Clock.monotonicMicroseconds),
            wallMicroseconds: Clock.wallMicroseconds,
            reason: .stop,
            identity: identity
        )
        var line: [UInt8] = []
        Renderer(words: SwitchProfile(kernelName: "").words, identity: identity)
            .append(record, as: .json, to: &line)
        return String(decoding: line, as: UTF8.self)
    }
}
