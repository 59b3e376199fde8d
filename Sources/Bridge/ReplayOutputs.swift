internal import Evdev
internal import ProximityCore
internal import Recording
internal import System

/// Where a replay tells its records: standard output in any form, and a state file as a bridge has.
struct ReplayOutputs: ~Copyable {
    private let form: RecordForm?
    private let renderer: Renderer
    private var sequence: RecordSequence
    private var timeline: Timeline
    private var output: CommandOutput
    private var lock: LockFile?
    private var file: StateFile?
    private var written: Record?
    private var line: [UInt8] = []

    /// Opens what a configuration names.
    ///
    /// - Parameters:
    ///   - configuration: The state file and its form, and the words.
    ///   - form: What standard output gets, nothing for a timeline.
    ///   - device: What the records are about.
    ///   - isBatched: Whether lines of standard output may wait for others.
    /// - Throws: If the state file cannot be written, or is another bridge's.
    init(
        _ configuration: Configuration,
        form: RecordForm?,
        _ device: RecordedDevice,
        isBatched: Bool
    ) throws(BridgeError) {
        output = CommandOutput(isBatched: isBatched)
        self.form = form
        let identity = Identity(
            switchName: configuration.code.name,
            device: device.node,
            name: device.name
        )
        renderer = Renderer(words: configuration.words, identity: identity)
        sequence = RecordSequence(identity: identity)
        timeline = Timeline(words: configuration.words, isColored: Self.wantsColor)
        guard let path = configuration.statePath else { return }
        try StateFile.refuse(path)
        lock = try LockFile(statePath: path, configuration)
        file = try StateFile(path: path, form: configuration.stateForm, permissions: nil)
    }

    /// Whether whoever reads standard output can, and wants to, see colour (no-color.org).
    private static var wantsColor: Bool {
        FileDescriptor.standardOutput.isTerminal
            && CurrentProcess.environment("NO_COLOR") == nil
            && CurrentProcess.environment("TERM") != FilePath("dumb")
    }

    /// Whether nobody reads standard output any more.
    var hasReaderLeft: Bool { output.hasReaderLeft }

    /// Tells what is so, wherever that is new; a timeline has a row for all that happens.
    ///
    /// - Throws: If standard output cannot be written.
    mutating func publish(
        _ snapshot: Snapshot,
        _ memory: Memory,
        reason: Reason,
        at cause: Timestamp,
        now: Timestamp,
        _ what: String,
        plain: SwitchState,
        _ diagnostics: inout Diagnostics
    ) throws(BridgeError) {
        let isFirst = sequence.newest == nil
        let isNew = sequence.note(snapshot, reason: reason, at: cause, wallOffset: 0)
        if isNew, let record = sequence.newest {
            lock?.write(record, renderer, memory: memory, isStopped: true, &diagnostics)
            file?.write(record, renderer, &diagnostics)
        }
        guard let form else {
            if isFirst { try output.write(timeline.header) }
            return try output.write(timeline.row(what, at: now, plain: plain, snapshot))
        }
        guard isNew, let record = sequence.newest else { return }
        if let written, record.looks(like: written, in: form) { return }
        line.removeAll(keepingCapacity: true)
        renderer.append(record, as: form, to: &line)
        try output.write(line)
        written = record
    }

    /// Writes what waits to be written.
    ///
    /// - Throws: If it cannot be written.
    mutating func flush() throws(BridgeError) {
        try output.flush()
    }

    /// Ends a timeline with what it comes to.
    ///
    /// - Throws: If an output does not have all that it should.
    mutating func finish(at end: Timestamp) throws(BridgeError) {
        if form == nil { try output.write(timeline.summary(until: end)) }
        try output.flush()
        if file?.isBehind == true {
            throw BridgeError("the state file does not have the last record")
        }
    }
}
