internal import ProximityCore
internal import System

/// The file that always holds one whole record.
struct StateFile: ~Copyable {
    private let path: FilePath
    private let permissions: UInt32?
    private let needsSetting: Bool
    private let form: RecordForm
    private var temporary: FilePath
    private var line: [UInt8] = []
    private var written: Record?
    private var isReported = false

    /// Whether the file does not hold the newest record, because it could not be written.
    private(set) var isBehind = false

    /// Checks that the file can be written, and sweeps what a killed bridge left beside it.
    ///
    /// The caller holds the lock, so whatever is swept is nobody's.
    /// - Parameters:
    ///   - path: The file.
    ///   - form: What it holds.
    ///   - permissions: The exact mode bits, or nothing for what the umask says.
    /// - Throws: If the path is no regular file, or its folder cannot be written.
    init(path: FilePath, form: RecordForm, permissions: UInt32?) throws(BridgeError) {
        self.path = path
        self.form = form
        self.permissions = permissions
        needsSetting = (permissions ?? 0) & FileSystem.mask != 0
        temporary = Self.temporaryPath(beside: path)
        Self.sweep(beside: path)
        try check()
    }

    /// Looks at the path alone: it may be free, or a regular file.
    static func refuse(_ path: FilePath) throws(BridgeError) {
        let kind: FileStatus.Kind
        do throws(Errno) {
            kind = try FileStatus.of(path, followingLinks: false).kind
        } catch .noSuchFileOrDirectory {
            return
        } catch {
            throw BridgeError(cannot: "write the state to", path, error)
        }
        if kind == .regular { return }
        let what = kind == .symbolicLink ? "a symbolic link" : "not a regular file"
        throw BridgeError("cannot write the state to \(printable(path)): it is \(what)")
    }

    /// Makes the file hold a record, unless it shows nothing new.
    mutating func write(
        _ record: Record,
        _ renderer: Renderer,
        _ diagnostics: inout Diagnostics
    ) {
        if written?.looks(like: record, in: form) == true {
            isBehind = false
            return
        }
        line.removeAll(keepingCapacity: true)
        renderer.append(record, as: form, to: &line)
        do throws(Errno) {
            try replace()
            written = record
            isBehind = false
            isReported = false
        } catch {
            isBehind = true
            if !isReported { diagnostics.warn("cannot write \(printable(path)): \(error)") }
            isReported = true
        }
    }

    /// Takes the file for gone, so that it is written again.
    mutating func forget() {
        written = nil
        isBehind = true
    }

    /// Writes the line beside the file and moves it over the file, so that a reader sees the old or
    /// the new record, whole.
    private mutating func replace() throws(Errno) {
        let file = try openTemporary()
        do throws(Errno) {
            if try file.write(line) < line.count { throw .noSpace }
            try file.close()
            try FileSystem.rename(temporary, to: path)
        } catch {
            // The error that matters is the first one; what is left here is swept at the next start.
            try? FileSystem.remove(temporary)
            throw error
        }
    }

    private mutating func openTemporary() throws(Errno) -> FileDescriptor {
        while true {
            do throws(Errno) {
                let file = try FileDescriptor.open(
                    temporary,
                    .writeOnly,
                    options: [.create, .exclusive, .noFollow],
                    permissions: permissions ?? 0o666
                )
                if needsSetting, let permissions { try file.setPermissions(permissions) }
                return file
            } catch .fileExists {
                temporary = Self.temporaryPath(beside: path)
            }
        }
    }

    private mutating func check() throws(BridgeError) {
        do throws(Errno) {
            try openTemporary().close()
            try FileSystem.remove(temporary)
        } catch {
            throw BridgeError(cannot: "write the state to", path, error)
        }
    }

    /// A hidden name that nobody can guess, and that a watch on `state*` does not match.
    private static func temporaryPath(beside path: FilePath) -> FilePath {
        let random = String(UInt64.random(in: .min ... .max), radix: 16)
        return path.parent.appending(temporaryPrefix(of: path) + random)
    }

    private static func temporaryPrefix(of path: FilePath) -> String {
        ".\(path.lastComponent).proxbridge-"
    }

    private static func sweep(beside path: FilePath) {
        let names = (try? FileSystem.names(in: path.parent)) ?? []
        for name in names where name.hasPrefix(temporaryPrefix(of: path)) {
            // One that cannot be removed is as harmless as it was before.
            try? FileSystem.remove(path.parent.appending(name))
        }
    }
}
