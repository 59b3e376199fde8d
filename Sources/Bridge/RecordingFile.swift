internal import Evdev
internal import ProximityCore
internal import Recording
internal import System

/// The recording that a bridge makes of all that it is told (`--record`).
///
/// Whole lines are appended as things happen, so that it is whole whenever the bridge ends. Times are
/// told from the bridge's start.
struct RecordingFile: ~Copyable {
    /// What is told before the device is there, kept until it can be described.
    private static let longestWait = 64 * 1024

    private let path: FilePath
    private let configuration: Configuration
    private let descriptor: FileDescriptor
    private let origin: Timestamp
    private var isDescribed = false
    private var hasEnded = false
    private var length = 0
    private var frame: [UInt8] = []
    private var waiting: [UInt8] = []

    /// Makes the file.
    ///
    /// - Throws: If it cannot be made, or is there and not to be overwritten.
    init(_ path: FilePath, _ configuration: Configuration) throws(BridgeError) {
        descriptor = try Self.open(path, overwriting: configuration.overwritesRecording)
        self.path = path
        self.configuration = configuration
        // The first moment is a microsecond after the beginning, as in evemu's own recordings.
        origin = Timestamp(microseconds: Loop.now.microseconds - 1)
    }

    deinit {
        // A recording of nothing is in the way of the next; if it cannot be removed, it is.
        if !isDescribed { try? FileSystem.remove(path) }
    }

    private static func open(
        _ path: FilePath,
        overwriting: Bool
    ) throws(BridgeError) -> FileDescriptor {
        do throws(Errno) {
            let descriptor = try FileDescriptor.open(
                path,
                .writeOnly,
                options: [
                    .create, .nonBlocking, .noFollow, .noControllingTerminal,
                    overwriting ? [] : .exclusive,
                ],
                permissions: 0o666
            )
            // Refused by the kernel too where it is no regular file.
            try descriptor.truncate(to: 0)
            return descriptor
        } catch .fileExists {
            throw BridgeError(
                "cannot record to \(printable(path)): it is there already, --force overwrites it"
            )
        } catch {
            throw BridgeError(cannot: "record to", path, error)
        }
    }

    /// Writes how the switch is watched, before anything else.
    mutating func begin(_ diagnostics: inout Diagnostics) {
        var text = EvemuText.header
        EvemuText.append(
            RecordedSetting(
                switchName: configuration.code.name,
                policy: configuration.policy,
                isInverted: configuration.isInverted,
                initialFocus: configuration.initialFocus
            ),
            to: &text
        )
        write(text, &diagnostics)
    }

    /// Describes the device, the first time that it is there.
    ///
    /// - Parameters:
    ///   - description: The device, nothing if it has gone again.
    ///   - isAtStart: Whether nothing else has happened yet.
    ///   - diagnostics: Where a failure is reported.
    mutating func describe(
        _ description: EvemuDescription?,
        isAtStart: Bool,
        _ diagnostics: inout Diagnostics
    ) {
        guard !isDescribed, let description else { return }
        isDescribed = true
        var text = description.lines()
        if !isAtStart { EvemuText.append(.lost, at: Timestamp(microseconds: 0), to: &text) }
        write(text + waiting, &diagnostics)
        waiting = []
    }

    /// Notes a reading, and what it was for; the one at the start is in the description.
    mutating func reading(
        isOn: Bool,
        _ reason: Reason,
        now: Timestamp,
        _ diagnostics: inout Diagnostics
    ) {
        switch reason {
        case .start: break
        case .found: note(.found(isOn: bit(isOn)), at: now, &diagnostics)
        default: note(.reading(isOn: bit(isOn), reason), at: now, &diagnostics)
        }
    }

    /// Notes what the queue gave, an event or an overflow.
    mutating func input(
        _ input: Input,
        at stamp: Timestamp,
        now: Timestamp,
        _ diagnostics: inout Diagnostics
    ) {
        switch input {
        case .event(let isOn):
            let event = RecordedEvent(
                type: RecordedEvent.switch,
                code: configuration.code.rawValue,
                value: bit(isOn) ? 1 : 0,
                at: since(stamp)
            )
            EvemuText.append(event, to: &frame)
        case .overflow(let isOn, let isMasked):
            frame = []
            let note = RecordingNote.overflow(
                isOn: bit(isOn),
                isMasked: isMasked,
                at: since(stamp)
            )
            self.note(note, at: now, &diagnostics)
        case .reading, .foreground, .background, .reset, .enable, .disable, .lost, .found: break
        }
    }

    /// Writes the events of a frame.
    mutating func endFrame(at stamp: Timestamp, _ diagnostics: inout Diagnostics) {
        if frame.isEmpty { return }
        EvemuText.append(RecordedEvent.report(at: since(stamp)), to: &frame)
        write(frame, &diagnostics)
        frame.removeAll(keepingCapacity: true)
    }

    /// Notes a focus message.
    mutating func message(
        _ message: FocusMessage,
        now: Timestamp,
        _ diagnostics: inout Diagnostics
    ) {
        let stamp = message.stamp.map { since(min($0, now)) }
        note(.message(FocusMessage(word: message.word, stamp: stamp)), at: now, &diagnostics)
    }

    /// Notes that the device is gone.
    mutating func lost(now: Timestamp, _ diagnostics: inout Diagnostics) {
        frame = []
        note(.lost, at: now, &diagnostics)
    }

    private mutating func note(
        _ note: RecordingNote,
        at now: Timestamp,
        _ diagnostics: inout Diagnostics
    ) {
        var text: [UInt8] = []
        EvemuText.append(note, at: since(now), to: &text)
        if isDescribed {
            write(text, &diagnostics)
        } else if waiting.count + text.count <= Self.longestWait {
            waiting += text
        }
    }

    /// The kernel's bit: what the tracker was told, turned back where it was turned.
    private func bit(_ isOn: Bool) -> Bool { isOn != configuration.isInverted }

    /// The time since the beginning; what happened before it happened then.
    private func since(_ time: Timestamp) -> Timestamp {
        Timestamp(microseconds: max(0, time.microseconds - origin.microseconds))
    }

    /// Appends whole lines; when they cannot be written, the recording ends with those before.
    private mutating func write(_ text: [UInt8], _ diagnostics: inout Diagnostics) {
        if hasEnded { return }
        do throws(Errno) {
            let count = try descriptor.write(text)
            if count < text.count { throw .noSpace }
            length += count
        } catch {
            hasEnded = true
            diagnostics.warn("cannot record to \(printable(path)) any longer: \(error)")
            // If not, the last line is seen to be cut off.
            try? descriptor.truncate(to: length)
        }
    }
}
