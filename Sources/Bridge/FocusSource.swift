internal import ProximityCore
internal import System

/// Where focus messages come from: a FIFO, standard input, or nowhere.
struct FocusSource: ~Copyable {
    private let configuration: Configuration
    private var pipe: FocusPipe?
    private var isStandardInput = false
    private var watch: PathWatch?
    private var warned: String?
    private var decoder = FocusDecoder()
    private var buffer = [UInt8](repeating: 0, count: 4096)
    private var unread: Range<Int> = 0..<0
    private var isAtEnd = false

    /// When a FIFO is made in the place of one that was removed, unless another one appears.
    private var makesAt: Timestamp?
    /// When the path is looked at again, after an error.
    private var looksAt: Timestamp?
    /// Until when nothing is read, after an error.
    private var restsUntil: Timestamp?

    /// Opens what a configuration names.
    ///
    /// - Throws: If the FIFO cannot be made, must not be read, or is read by another bridge.
    init(
        _ configuration: Configuration,
        _ diagnostics: inout Diagnostics
    ) throws(BridgeError) {
        self.configuration = configuration
        switch configuration.focusOrigin {
        case .none: break
        case .standardInput: isStandardInput = true
        case .pipe(let path, let isDefault):
            try openPipe(path, isDefault, &diagnostics)
            watchDeparture(of: path, now: Loop.now)
        }
    }

    private mutating func openPipe(
        _ path: FilePath,
        _ isDefault: Bool,
        _ diagnostics: inout Diagnostics
    ) throws(BridgeError) {
        let mode = configuration.focusMode
        pipe = try FocusPipe.open(path, isDefault: isDefault, mode: mode, &diagnostics)
    }

    /// Watches for the FIFO to leave its path; where that cannot be had the path is looked at again,
    /// as it is if the FIFO has left already.
    private mutating func watchDeparture(of path: FilePath, now: Timestamp) {
        watch = try? PathWatch(departureOf: path)
        let status = try? FileStatus.of(path, followingLinks: false)
        if watch == nil || !isOpen(status) { lookAgain(now: now) }
    }

    private mutating func lookAgain(now: Timestamp) {
        looksAt = Timestamp(microseconds: now.microseconds + 1_000_000)
    }

    /// Makes a slot wait for messages, and another for the FIFO to leave its path.
    ///
    /// Mutating, since otherwise the compiler copies the source for it.
    mutating func watch(_ poll: inout Poll, slot: Int, pathSlot: Int) {
        if isStandardInput {
            poll.watch(slot, .standardInput, for: .readable)
        } else {
            switch pipe {
            case .some(let pipe) where restsUntil == nil: pipe.watch(&poll, slot: slot)
            default: poll.ignore(slot)
            }
        }
        switch watch {
        case .none: poll.ignore(pathSlot)
        case .some(let watch): poll.watch(pathSlot, watch.descriptor, for: .readable)
        }
    }

    /// Stops reading for a while after an error, so that one that stays costs nothing.
    ///
    /// Standard input, which nobody can open anew, is given up.
    mutating func rest(until time: Timestamp) {
        isStandardInput = false
        restsUntil = time
    }

    /// When there is something to do although nothing happens, nothing for never.
    var dueAt: Timestamp? { restsUntil.orEarlier(makesAt).orEarlier(looksAt) }

    /// Goes over to what is at the FIFO's path now, once the old one has been read to its end.
    ///
    /// The line that was under way is taken next.
    ///
    /// - Parameters:
    ///   - now: The time. A second after the FIFO was missed first, one is made.
    ///   - diagnostics: Where one is told, once, why the old one is kept.
    mutating func followPath(now: Timestamp, _ diagnostics: inout Diagnostics) {
        guard case .pipe(let path, let isDefault) = configuration.focusOrigin else { return }
        looksAt = nil
        // The watch comes first, so that what happens meanwhile wakes the bridge again.
        watch = try? PathWatch(onTheWayTo: path)
        if watch == nil { lookAgain(now: now) }
        let status = try? FileStatus.of(path, followingLinks: false)
        if status == nil, makesAt ?? .distantFuture > now {
            makesAt = makesAt ?? Timestamp(microseconds: now.microseconds + 1_000_000)
            return
        }
        makesAt = nil
        if isOpen(status) {
            watchDeparture(of: path, now: now)
            return
        }
        do throws(BridgeError) {
            if isDefault { try configuration.makeFolder() }
            try openPipe(path, isDefault, &diagnostics)
            watchDeparture(of: path, now: now)
            warned = nil
            // The last line of the old one ends with it.
            unread = 0..<0
            isAtEnd = true
        } catch {
            let message = error.message + "; the FIFO that was there is kept"
            if message != warned { diagnostics.warn(message) }
            warned = message
            // What is refused stays so until the path changes; anything else may pass unseen.
            if error.cause != nil || error.status == .alreadyRunning { lookAgain(now: now) }
        }
    }

    /// Tells whether a file is the FIFO that is being read.
    private func isOpen(_ status: FileStatus?) -> Bool {
        switch pipe {
        case .none: false
        case .some(let pipe): pipe.identity == status?.identity
        }
    }

    /// Reads more bytes, without waiting for any.
    ///
    /// - Returns: Whether there may be more: false if nothing came, or the last writer's end.
    /// - Throws: What the kernel says.
    mutating func fill() throws(Errno) -> Bool {
        restsUntil = nil
        guard let count = try readOrigin() else { return false }
        unread = 0..<count
        isAtEnd = count == 0
        return !isAtEnd
    }

    /// Takes the next line of what was read.
    ///
    /// - Returns: The line, nothing when more has to be read first.
    mutating func next() -> FocusDecoder.Line? {
        while let index = unread.first {
            unread.removeFirst()
            if let line = decoder.push(buffer[index]) { return line }
        }
        guard isAtEnd else { return nil }
        isAtEnd = false
        return decoder.finish()
    }

    private mutating func readOrigin() throws(Errno) -> Int? {
        guard isStandardInput else { return try pipe?.read(into: &buffer) }
        let input = FileDescriptor.standardInput
        // Its flags belong to others too, so it is asked before it is read.
        if try input.pollNow(for: .readable).isEmpty { return nil }
        do throws(Errno) {
            let count = try input.read(into: &buffer)
            if count == 0 { isStandardInput = false }
            return count
        } catch .wouldBlock {
            // Someone who shares it was faster.
            return nil
        }
    }
}
