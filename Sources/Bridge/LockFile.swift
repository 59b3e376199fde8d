internal import ProximityCore
internal import System

/// The file that tells others that a bridge runs, and all that it knows.
///
/// It stands beside the state file and is never removed: whoever removed it could take away the lock
/// of another bridge that has just begun.
struct LockFile: ~Copyable {
    private let path: FilePath
    private let descriptor: FileDescriptor
    private let writer: LockRecord.Writer
    private var text: [UInt8] = []
    private var json: [UInt8] = []
    private var isFailing = false

    /// Takes the lock of a state file.
    ///
    /// - Parameters:
    ///   - statePath: The state file.
    ///   - permissions: The exact mode bits, or nothing for what the umask says.
    ///   - words: The words of the switch.
    /// - Throws: If it cannot be made, is no regular file, or another bridge has it.
    init(
        statePath: FilePath,
        permissions: UInt32?,
        words: Words
    ) throws(BridgeError) {
        let path = statePath.extended(by: ".lock")
        let descriptor = try Self.open(path, permissions)
        try Self.take(descriptor, path)
        self.path = path
        self.descriptor = descriptor
        // Without a boot's name nobody can go on from this record, and that is all.
        let boot = (try? FileSystem.contents(of: FilePath("/proc/sys/kernel/random/boot_id"))) ?? []
        writer = LockRecord.Writer(
            process: CurrentProcess.identifier,
            boot: String(decoding: boot.filter { $0 > 0x20 }, as: UTF8.self),
            words: words
        )
    }

    /// Writes a record in full, whatever the form of the other outputs.
    mutating func write(
        _ record: Record?,
        _ renderer: Renderer,
        memory: Memory,
        isStopped: Bool,
        _ diagnostics: inout Diagnostics
    ) {
        json.removeAll(keepingCapacity: true)
        if let record { renderer.append(record, as: .json, to: &json) }
        writer.write(
            state: record?.snapshot.state ?? .unknown,
            json: json,
            memory: memory,
            isStopped: isStopped,
            to: &text
        )
        do throws(Errno) {
            _ = try descriptor.write(text, at: 0)
            isFailing = false
        } catch {
            if !isFailing { diagnostics.warn("cannot write \(printable(path)): \(error)") }
            isFailing = true
        }
    }

    private static func open(
        _ path: FilePath,
        _ permissions: UInt32?
    ) throws(BridgeError) -> FileDescriptor {
        do throws(Errno) {
            let descriptor = try FileDescriptor.open(
                path,
                .readWrite,
                options: [.create, .noFollow, .nonBlocking, .noControllingTerminal],
                permissions: permissions ?? 0o666
            )
            let status = try FileStatus.of(descriptor)
            guard status.kind == .regular else { throw .invalidArgument }
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
    ) throws(BridgeError) {
        do throws(Errno) {
            if try descriptor.tryLock() { return }
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
