import Bridge
import ProximityCore
import System

/// What a bridge says, and why, from its lock file.
struct BridgeReport {
    let shortName: String
    let statePath: FilePath
    let isRunning: Bool
    let record: LockRecord?
    private let now: Timestamp

    init(_ shortName: String, _ statePath: FilePath, _ bridge: RunningBridge, now: Timestamp) {
        self.shortName = shortName
        self.statePath = statePath
        isRunning = bridge.isRunning
        record = bridge.record
        self.now = now
    }

    /// Whether it was killed, so that its state file still says what was so then.
    var isKilled: Bool { !isRunning && record?.isStopped == false }

    /// The device that it watches or will watch, nothing while that is not known.
    var device: FilePath? { record?.device.map { FilePath($0) } }

    /// What it was told last, whether it goes by that or not.
    var told: SwitchState { SwitchState(record?.memory.reported) }

    /// How long ago the switch changed, as far as it knows.
    var sinceChange: Timestamp? { age(of: record?.memory.changedAt) }

    /// How long ago an on began not to be believed, if that is so.
    var sinceDoubt: Timestamp? { age(of: record?.memory.doubtedAt) }

    /// A title, and a line for each fact.
    var lines: [String] {
        guard let record else { return ["\(shortName): a bridge that has not got far yet"] }
        guard isRunning else {
            return [
                "\(shortName): no bridge; the last one, \(record.process), "
                    + (isKilled ? "was killed" : "was stopped"),
                row("state file", printable(statePath) + (isKilled ? ", stale" : "")),
            ]
        }
        let words = record.words
        return [
            "\(shortName): bridge \(record.process)",
            row("says", "\(words[record.state]): \(explanation)"),
            row("was told", words[told] + (record.isInverted ? " (inverted)" : "")),
            row("focus", record.memory.focus.rawValue),
            row("doubted", sinceDoubt.map { "since \($0.text) s ago" } ?? "no"),
            row("last change", sinceChange.map { "\($0.text) s ago" } ?? "none seen"),
            row("policy", record.policy?.rawValue ?? "not known"),
            row("device", device.map { printable($0) } ?? "none yet"),
            row("state file", printable(statePath)),
        ]
    }

    var json: JSONValue {
        let record = record
        return .object([
            ("switch", JSONValue(record?.switchName)),
            ("running", JSONValue(isRunning)),
            ("killed", JSONValue(isKilled)),
            ("pid", JSONValue(record?.process)),
            ("state_file", .string(statePath.description)),
            ("told", JSONValue(record.map { $0.words[told] })),
            ("policy", JSONValue(record?.policy?.rawValue)),
            ("inverted", JSONValue(record?.isInverted)),
            ("seconds_since_change", JSONValue(sinceChange)),
            ("seconds_since_doubt", JSONValue(sinceDoubt)),
            ("record", record.map { $0.json.isEmpty ? nil : .text($0.json) } ?? nil),
        ])
    }

    /// Why it says what it says.
    var explanation: String {
        guard let record else { return "" }
        let basis = record.snapshot.basis
        guard basis == .none else { return basis.explanation }
        switch record.record?.reason {
        case .disabled: return "no reading, monitoring is disabled"
        case .lost: return "no reading, the device is gone"
        default: return "no reading yet"
        }
    }

    private func age(of moment: Timestamp?) -> Timestamp? {
        moment.map { Timestamp(microseconds: max(0, now.microseconds - $0.microseconds)) }
    }
}
