internal import ProximityCore
internal import System

/// The file that tells others that a bridge runs, and all that it knows.
///
/// It stands beside the state file and is never removed: whoever removed it could take away the lock
/// of another bridge that has just begun.
struct LockFile: ~Copyable {
    /// What the bridge that was cut off here remembered, nothing if there was none to go on from.
    let inheritance: Memory?
    private let path: FilePath
    private let descriptor: FileDescriptor
    private let identity: FileStatus.Identity
    private let makeWriter: @Sendable ([UInt8]) -> LockRecord.Writer
    private var writer: LockRecord.Writer
    /// What the writer was made for.
    private var renderer: Renderer?

    /// Whether the file does not hold the newest record, because it could not be written.
    private(set) var isBehind = false

    /// Takes the lock of a state file.
    ///
    /// - Parameters:
    ///   - statePath: The state file.
    ///   - configuration: What is watched and how.
    /// - Throws: If it cannot be made, is no regular file, or another bridge has it.
    init(statePath: FilePath, _ configuration: Configuration) throws(BridgeError) {
        let path = statePath.extended(by: ".lock")
        let descriptor = try Self.open(path, configuration.filePermissions)
        let status = try Self.take(descriptor, path)
        // Without a boot's name nobody can go on from this record, and that is all.
        let bytes =
            (try? FileSystem.contents(of: FilePath("/proc/sys/kernel/random/boot_id"))) ?? []
        let boot = String(decoding: bytes.filter { $0 > 0x20 }, as: UTF8.self)
        let previous = LockReader.record(in: descriptor)
        let isCutOff =
            previous?.isStopped == false && previous?.boot == boot && !boot.isEmpty
            && previous?.subject == configuration.subject
        inheritance = isCutOff ? previous?.memory : nil
        self.path = path
        identity = status.identity
        makeWriter = { ending in
            LockRecord.Writer(
                process: CurrentProcess.identifier,
                boot: boot,
                subject: configuration.subject,
                words: configuration.words,
                ending: ending
            )
        }
        writer = makeWriter([UInt8(ascii: "\n")])
        if previous != nil {
            // At once: whoever asks now is not to take the old record for this bridge's.
            let memory = inheritance ?? Memory(focus: .unknown)
            writer.write(nil, memory: memory, isStopped: !isCutOff)
            // One that cannot be written is told when the first record is.
            _ = try? descriptor.write(writer.text, at: 0)
        }
        // Where room cannot be reserved, a full disk is reported when it comes to that.
        try? descriptor.reserve(LockReader.maximumLength)
        self.descriptor = descriptor
    }

    /// Whether the path still leads to this file.
    var isInPlace: Bool {
        (try? FileStatus.of(path, followingLinks: false))?.identity == identity
    }

    /// Watches for the file to be removed or replaced.
    func makeWatch() -> PathWatch? {
        try? PathWatch(departureOf: path)
    }

    /// Writes a record in full, whatever the form of the other outputs.
    mutating func write(
        _ record: Record?,
        _ renderer: Renderer,
        memory: Memory,
        isStopped: Bool,
        _ diagnostics: inout Diagnostics
    ) {
        if renderer !== self.renderer {
            writer = makeWriter(renderer.ending)
            self.renderer = renderer
        }
        writer.write(record, memory: memory, isStopped: isStopped)
        do throws(Errno) {
            if try descriptor.write(writer.text, at: 0) < writer.text.count { throw .noSpace }
            isBehind = false
        } catch {
            if !isBehind { diagnostics.warn("cannot write \(printable(path)): \(error)") }
            isBehind = true
        }
    }

    private static func open(
        _ path: FilePath,
        _ permissions: UInt32?
    ) throws(BridgeError) -> FileDescriptor {
        try StateFile.refuse(path)
        do throws(Errno) {
            let descriptor = try FileDescriptor.open(
                path,
                .readWrite,
                options: [.create, .noFollow, .nonBlocking, .noControllingTerminal],
                permissions: permissions ?? 0o666
            )
            let status = try FileStatus.of(descriptor)
            if let permissions, status.permissions != permissions,
                status.owner == CurrentProcess.user
            {
                try descriptor.setPermissions(permissions)
            }
            return descriptor
        } catch {
            throw BridgeError(cannot: "open the lock file", path, error)
        }
    }

    private static func take(
        _ descriptor: borrowing FileDescriptor,
        _ path: FilePath
    ) throws(BridgeError) -> FileStatus {
        do throws(Errno) {
            if try descriptor.tryLock() { return try FileStatus.of(descriptor) }
        } catch {
            throw BridgeError(cannot: "lock", path, error)
        }
        let process =
            LockReader.record(in: descriptor).map { " with process ID \($0.process)" } ?? ""
        throw BridgeError(
            "a bridge is already running here\(process): \(printable(path)) is locked",
            status: .alreadyRunning
        )
    }
}
