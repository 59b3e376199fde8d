internal import ProximityCore
internal import System

/// Everything that is told to others: the lock file, the state file, and standard output, in this
/// order, so that whoever is woken by the last finds the others current.
struct Publisher: ~Copyable {
    private let words: Words
    private var sequence: RecordSequence
    private var renderer: Renderer
    private var lock: LockFile?
    private var file: StateFile?
    private var output: LineOutput
    private var remembered: Memory?
    /// Whether any output has the wall's time in it; on some machines to ask for it enters the kernel.
    private let showsTime: Bool

    /// Opens what a configuration names; another bridge on the same state file is refused.
    init(_ configuration: Configuration, identity: Identity) throws(BridgeError) {
        words = configuration.words
        sequence = RecordSequence(identity: identity)
        renderer = Renderer(words: words, identity: identity)
        output = LineOutput(form: configuration.outputForm)
        showsTime = configuration.statePath != nil || configuration.outputForm != .word
        guard let path = configuration.statePath else { return }
        try StateFile.refuse(path)
        let permissions =
            configuration.isDefaultState ? configuration.runtimeFolder?.filePermissions : nil
        lock = try LockFile(
            statePath: path,
            permissions: permissions,
            words: configuration.words
        )
        file = try StateFile(path: path, form: configuration.stateForm, permissions: permissions)
    }

    /// Whether the state file waits to be tried again.
    var isFileBehind: Bool {
        switch file {
        case .none: false
        case .some(let file): file.isBehind
        }
    }

    /// The newest published state.
    var newest: Record? { sequence.newest }

    /// Makes a slot hear of the reader leaving, and of room for a record that waits.
    func watch(_ poll: inout Poll, slot: Int) {
        if output.isLost { return poll.ignore(slot) }
        poll.watch(slot, output.descriptor, for: output.isBehind ? .writable : [])
    }

    /// Makes the next records be about another device.
    mutating func identify(_ identity: Identity) {
        if sequence.identify(identity) { renderer = Renderer(words: words, identity: identity) }
    }

    /// Publishes a snapshot, if anything in it is new, to each output that shows it.
    ///
    /// - Parameters:
    ///   - snapshot: What is so.
    ///   - memory: What the tracker remembers, for the lock file.
    ///   - reason: What caused it.
    ///   - cause: When that happened.
    ///   - diagnostics: Where failures are reported.
    /// - Returns: Whether the reader of standard output is still there.
    mutating func publish(
        _ snapshot: Snapshot,
        _ memory: Memory,
        reason: Reason,
        at cause: Timestamp,
        _ diagnostics: inout Diagnostics
    ) -> LineOutput.Outcome {
        let isNew = sequence.note(
            snapshot,
            reason: reason,
            at: cause,
            wallOffset: showsTime ? Clock.wallMicroseconds - Clock.monotonicMicroseconds : 0
        )
        // What a successor has to know can change without any record.
        guard isNew || memory != remembered || reason == .stop else { return .fine }
        remembered = memory
        lock?.write(
            sequence.newest,
            renderer,
            memory: memory,
            isStopped: reason == .stop,
            &diagnostics
        )
        guard isNew, let record = sequence.newest else { return .fine }
        file?.write(record, renderer, &diagnostics)
        return output.write(record, renderer, &diagnostics)
    }

    /// Tries the state file again.
    mutating func retryFile(_ diagnostics: inout Diagnostics) {
        guard isFileBehind, let record = sequence.newest else { return }
        file?.write(record, renderer, &diagnostics)
    }

    /// Takes in what a wait saw of standard output.
    mutating func attend(
        _ events: PollEvents,
        _ diagnostics: inout Diagnostics
    ) -> LineOutput.Outcome {
        if !events.isDisjoint(with: .gone) { return output.lose(&diagnostics) }
        guard events.contains(.writable), let record = sequence.newest else { return .fine }
        return output.write(record, renderer, &diagnostics)
    }
}
