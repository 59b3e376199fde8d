import Bridge
import Evdev
import ProximityCore
import System

/// The options and operands of a command line, checked.
struct Options {
    /// What to do.
    enum Command: String, CaseIterable {
        case run
        case list
        case state
        case focus
        case replay
        case doctor
    }

    /// The options, by their long names.
    enum Key: String, CaseIterable {
        case device
        case `switch`
        case focus
        case state
        case format
        case stateFormat = "state-format"
        case onForeground = "on-foreground"
        case initialFocus = "initial-focus"
        case wait
        case exitOnLoss = "exit-on-loss"
        case invert
        case words
        case focusMode = "focus-mode"
        case record
        case force
        case realtime
        case follow
        case testGrab = "test-grab"
        case json
        case `is`
        case quiet
        case verbose
        case help
        case version
    }

    /// What to do.
    let command: Command
    /// The options without a value that were given.
    private(set) var flags: Set<Key> = []
    /// The values of the others, the last one given counts.
    private(set) var values: [Key: [UInt8]] = [:]
    /// The operands after the command's name.
    let operands: [String]
    /// The same as paths.
    let paths: [FilePath]

    /// Checks what was scanned.
    ///
    /// - Throws: If an option does not go with the command, or an operand is missing or too many.
    init(_ scanned: ScannedArguments) throws(BridgeError) {
        let words = scanned.operands.map { String(decoding: $0, as: UTF8.self) }
        for (index, value) in scanned.options {
            let key = Key.allCases[index]
            if key.option.takesValue { values[key] = value } else { flags.insert(key) }
        }
        if let word = words.first {
            guard let command = Command(rawValue: word), command != .run else {
                throw .usage("unknown command '\(printable(word))'")
            }
            self.command = command
        } else {
            command = .run
        }
        operands = Array(words.dropFirst())
        paths = scanned.operands.dropFirst().map { FilePath(bytes: $0) }
        if flags.contains(.help) || flags.contains(.version) { return }
        for key in flags.union(values.keys).sorted(by: { $0.rawValue < $1.rawValue })
        where !command.keys.contains(key) {
            throw .usage("option '--\(key.rawValue)' does not go with \(command.title)")
        }
        let limit = command == .focus || command == .replay ? 1 : 0
        if operands.count > limit {
            throw .usage("unexpected operand '\(printable(operands[limit]))'")
        }
    }

    /// The value of an option as a path.
    func path(_ key: Key) throws(BridgeError) -> FilePath? {
        guard let value = values[key] else { return nil }
        if value.isEmpty { throw .invalid("", for: key) }
        return FilePath(bytes: value)
    }

    /// The value of an option as text.
    func text(_ key: Key) throws(BridgeError) -> String? {
        guard let value = values[key] else { return nil }
        guard let text = String(validating: value, as: UTF8.self) else {
            throw .invalid(String(decoding: value, as: UTF8.self), for: key)
        }
        return text
    }

    /// The value of an option as one of several words.
    func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ key: Key,
        among possible: [Choice] = Array(Choice.allCases)
    ) throws(BridgeError) -> Choice? {
        guard let text = try text(key) else { return nil }
        guard let choice = possible.first(where: { $0.rawValue == text }) else {
            let words = possible.map(\.rawValue).joined(separator: ", ")
            throw .invalid(text, for: key, hint: "one of \(words)")
        }
        return choice
    }

    /// What the state file is to hold, if the user says.
    func stateForm() throws(BridgeError) -> RecordForm? {
        try choice(.stateFormat, among: [.word, .json])
    }

    /// The words that the user gives the switch, if any.
    func switchWords() throws(BridgeError) -> Words? {
        guard let text = try text(.words) else { return nil }
        guard let words = Words(text) else {
            throw .invalid(
                text,
                for: .words,
                hint: "two different words, ON,OFF, without blanks and other than unknown"
            )
        }
        return words
    }

    /// The switch that the user names, if any.
    func switchCode() throws(BridgeError) -> SwitchCode? {
        guard let text = try text(.switch) else { return nil }
        guard let code = SwitchCode(name: SwitchProfile.kernelName(from: text)) else {
            let known = SwitchCode.known.map { SwitchProfile(kernelName: $0.name).shortName }
            throw .invalid(text, for: .switch, hint: "one of " + known.joined(separator: ", "))
        }
        return code
    }
}

extension Options.Key {
    /// The option as the scanner takes it.
    var option: CommandOption {
        switch self {
        case .device: CommandOption(rawValue, "d", takesValue: true)
        case .switch: CommandOption(rawValue, "s", takesValue: true)
        case .focus: CommandOption(rawValue, "f", takesValue: true)
        case .state: CommandOption(rawValue, "o", takesValue: true)
        case .quiet: CommandOption(rawValue, "q")
        case .verbose: CommandOption(rawValue, "v")
        case .help: CommandOption(rawValue, "h")
        case .version: CommandOption(rawValue, "V")
        case .invert, .wait, .exitOnLoss, .force, .realtime, .follow, .testGrab, .json:
            CommandOption(rawValue)
        case .format, .stateFormat, .onForeground, .initialFocus, .words, .focusMode, .record, .is:
            CommandOption(rawValue, takesValue: true)
        }
    }
}

extension Options.Command {
    /// The options that go with the command.
    var keys: Set<Options.Key> {
        switch self {
        case .run:
            Set(Options.Key.allCases).subtracting([.realtime, .follow, .testGrab, .json, .is])
        case .list: [.json]
        case .state: [.switch, .state, .format, .follow, .json, .is]
        case .focus: [.switch, .focus]
        case .doctor: [.testGrab, .json]
        case .replay:
            [
                .switch, .focus, .state, .format, .stateFormat, .onForeground, .initialFocus,
                .invert, .words, .realtime, .quiet, .verbose,
            ]
        }
    }

    /// The command in a sentence.
    var title: String { self == .run ? "running the bridge" : "'\(rawValue)'" }
}

extension BridgeError {
    /// An error of the command line.
    static func usage(_ message: String) -> BridgeError {
        BridgeError(message, status: .usage)
    }

    /// An option with a value that it cannot have.
    static func invalid(
        _ value: String,
        for key: Options.Key,
        hint: String? = nil
    ) -> BridgeError {
        .usage(
            "invalid argument '\(printable(value))' for '--\(key.rawValue)'"
                + (hint.map { ": it is \($0)" } ?? "")
        )
    }
}
