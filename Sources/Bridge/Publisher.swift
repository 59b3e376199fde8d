internal import ProximityCore
internal import System

/// Everything that is told to others: the lock file, the state file, and standard output, in this
/// order, so that whoever is woken by the last finds the others current.
struct Publisher: ~Copyable {
    private let configuration: Configuration
    private var sequence: RecordSequence
    private var renderer: Renderer
    private var lock: LockFile?
    private var lockWatch: PathWatch?
    /// Whether another bridge has taken the place of the lock and the state file.
    private var isDisplaced = false
    private var file: StateFile?
    private var output: LineOutput
    private var remembered: Memory?
    /// Whether any output has the wall's time in it; on some machines to ask for it enters the kernel.
    private let showsTime: Bool
    /// How far the wall's clock is ahead of the monotonic one, in microseconds, while that is known.
    private var wallOffset: Int64?
    /// Whether the wall's clock can be set without a word.
    private var isWallTimeDoubted = false

    /// What a bridge that was cut off here remembered.
    let inheritance: Memory?

    /// Opens what a configuration names; another bridge on the same state file is refused.
    init(_ configuration: Configuration, identity: Identity) throws(BridgeError) {
        self.configuration = configuration
        sequence = RecordSequence(identity: identity)
        renderer = Renderer(words: configuration.words, identity: identity)
        output = LineOutput(form: configuration.outputForm)
        showsTime = configuration.statePath != nil || configuration.outputForm != .word
        guard let path = configuration.statePath else {
            inheritance = nil
            return
        }
        try StateFile.refuse(path)
        let lock = try LockFile(statePath: path, configuration)
        file = try StateFile(
            path: path,
            form: configuration.stateForm,
            permissions: configuration.filePermissions
        )
        lockWatch = lock.makeWatch()
        inheritance = lock.inheritance
        self.lock = consume lock
    }

    /// Tells in the lock file who is starting here, before there is anything else to tell.
    mutating func announce(_ memory: Memory, _ diagnostics: inout Diagnostics) {
        remembered = memory
        // Until the first record there is nothing to go on from but what was inherited.
        lock?.write(nil, renderer, memory: memory, isStopped: inheritance == nil, &diagnostics)
    }

    /// Whether something could not be written and waits to be tried again.
    var isBehind: Bool {
        let isLockBehind =
            switch lock {
            case .none: false
            case .some(let lock): lock.isBehind
            }
        let isFileBehind =
            switch file {
            case .none: false
            case .some(let file): file.isBehind
            }
        return isLockBehind || isLockUnwatched || isFileBehind || output.isFailing
    }

    private var isRemembering: Bool { configuration.statePath != nil }

    private var isLockUnwatched: Bool { configuration.statePath != nil && lockWatch == nil }

    /// Makes a slot hear of the reader leaving, and of room for a record that waits.
    ///
    /// Another slot hears of the lock file leaving its path.
    func watch(_ poll: inout Poll, slot: Int, lockSlot: Int) {
        if output.isLost {
            poll.ignore(slot)
        } else {
            poll.watch(slot, output.descriptor, for: output.isBehind ? .writable : [])
        }
        switch lockWatch {
        case .none: poll.ignore(lockSlot)
        case .some(let watch): poll.watch(lockSlot, watch.descriptor, for: .readable)
        }
    }

    /// Makes the next records be about another device.
    mutating func identify(_ identity: Identity) {
        if sequence.identify(identity) {
            renderer = Renderer(words: configuration.words, identity: identity)
        }
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
            wallOffset: currentWallOffset()
        )
        guard isNew || reason == .stop else { return .fine }
        if isRemembering { remembered = memory }
        writeLock(isStopped: reason == .stop, &diagnostics)
        guard isNew, let record = sequence.newest else { return .fine }
        if !isDisplaced { file?.write(record, renderer, &diagnostics) }
        return output.write(record, renderer, &diagnostics)
    }

    /// Takes in that the wall's clock may have been set; nothing else changes how far it is ahead.
    mutating func forgetWallTime() {
        wallOffset = nil
    }

    /// Takes in that nobody will tell any more when the wall's clock is set.
    mutating func doubtWallTime() {
        isWallTimeDoubted = true
    }

    private mutating func currentWallOffset() -> Int64 {
        guard showsTime else { return 0 }
        if let wallOffset, !isWallTimeDoubted { return wallOffset }
        let offset = Clock.wallMicroseconds - Clock.monotonicMicroseconds
        wallOffset = offset
        return offset
    }

    /// Tries again what could not be written, in a folder that may have been removed and made anew.
    ///
    /// - Parameter diagnostics: Where failures are reported.
    /// - Returns: Whether the reader of standard output is still there.
    mutating func retry(_ diagnostics: inout Diagnostics) -> LineOutput.Outcome {
        guard let record = sequence.newest else { return .fine }
        restoreLock(&diagnostics)
        if !isDisplaced { file?.write(record, renderer, &diagnostics) }
        return output.isFailing ? output.write(record, renderer, &diagnostics) : .fine
    }

    /// Keeps for a successor what the tracker remembers, where no record has done so.
    mutating func remember(_ memory: Memory, _ diagnostics: inout Diagnostics) {
        guard isRemembering, memory != remembered else { return }
        remembered = memory
        writeLock(isStopped: false, &diagnostics)
    }

    private mutating func writeLock(isStopped: Bool, _ diagnostics: inout Diagnostics) {
        guard let remembered else { return }
        lock?.write(
            sequence.newest,
            renderer,
            memory: remembered,
            isStopped: isStopped,
            &diagnostics
        )
    }

    /// Takes the lock again where its file was removed, and writes the state file again with it.
    ///
    /// - Parameter diagnostics: Where failures are reported.
    /// - Returns: Whether the reader of standard output is still there.
    mutating func attendLock(_ diagnostics: inout Diagnostics) -> LineOutput.Outcome {
        lockWatch = nil
        return retry(&diagnostics)
    }

    private var isLockInPlace: Bool {
        switch lock {
        case .none: false
        case .some(let lock): lock.isInPlace
        }
    }

    /// Writes the lock file again, in its place.
    private mutating func restoreLock(_ diagnostics: inout Diagnostics) {
        guard let path = configuration.statePath, remembered != nil else { return }
        do throws(BridgeError) {
            if isLockUnwatched { lockWatch = lock?.makeWatch() }
            if !isLockInPlace {
                lockWatch = nil
                try configuration.makeFolder()
                lock = try LockFile(statePath: path, configuration)
                file?.forget()
                lockWatch = lock?.makeWatch()
                if !isLockInPlace { lockWatch = nil }
            }
            isDisplaced = false
            writeLock(isStopped: false, &diagnostics)
        } catch {
            // Any other cause lets the state file fail too, which reports it.
            guard error.status == .alreadyRunning else { return }
            if !isDisplaced {
                diagnostics.warn(error.message + "; the state file is left to it while it runs")
            }
            isDisplaced = true
            lock = nil
        }
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
