public import System

/// The folder of a user, or of the whole system, in which bridges keep their files.
///
/// In it is a folder for each switch, with `state`, `state.lock` and `focus`.
public struct RuntimeFolder: Hashable, Sendable {
    /// Where it is.
    public let path: FilePath

    /// The folder of system services, which everyone may look into.
    public static let system = RuntimeFolder(path: FilePath("/run/proxbridge"))

    private let isSystemWide: Bool

    /// Makes the folder at a path; one under `/run`, but not under `/run/user`, is the system's.
    init(path: FilePath) {
        let isUsers = path.bytes.starts(with: "/run/user/".utf8)
        self.init(path: path, isSystemWide: path.bytes.starts(with: "/run/".utf8) && !isUsers)
    }

    private init(path: FilePath, isSystemWide: Bool) {
        self.path = path
        self.isSystemWide = isSystemWide
    }

    /// Finds the folder that this process is to use.
    ///
    /// - Throws: If there is none, which the user has to be told.
    public static func own() throws(BridgeError) -> RuntimeFolder {
        if let list = CurrentProcess.environment("RUNTIME_DIRECTORY") {
            // systemd separates several by colons (systemd.exec(5)).
            return RuntimeFolder(
                path: FilePath(bytes: list.bytes.prefix { $0 != UInt8(ascii: ":") })
            )
        }
        let user = CurrentProcess.user
        let candidates = [
            CurrentProcess.environment("XDG_RUNTIME_DIR"), FilePath("/run/user/\(user)"),
        ]
        for case let parent? in candidates {
            if (try? FileStatus.of(parent))?.owner == user {
                return RuntimeFolder(path: parent.appending("proxbridge"), isSystemWide: false)
            }
        }
        guard user == 0 else {
            throw BridgeError(
                "no runtime folder: XDG_RUNTIME_DIR is not set to a folder of this user;"
                    + " name the files with --state and --focus"
            )
        }
        return .system
    }

    /// The folders in which running bridges are looked for, this user's first.
    public static var searched: [RuntimeFolder] {
        guard let own = try? own(), own != .system else { return [.system] }
        return [own, .system]
    }

    /// The mode bits of files in it.
    public var filePermissions: UInt32 { isSystemWide ? 0o644 : 0o600 }

    /// The state file of a switch.
    public func statePath(of shortName: String) -> FilePath { file("state", of: shortName) }

    /// The focus FIFO of a switch.
    public func focusPath(of shortName: String) -> FilePath { file("focus", of: shortName) }

    /// The short names of the switches that have a folder here.
    public var shortNames: [String] {
        ((try? FileSystem.names(in: path)) ?? []).sorted()
    }

    /// Makes the folder of a switch, with those above it that are ours to make.
    ///
    /// - Parameters:
    ///   - shortName: The switch.
    ///   - isShared: Whether the group has to get through, to a FIFO that it may write.
    /// - Throws: If a folder cannot be made, or is someone else's.
    public func make(for shortName: String, isShared: Bool) throws(BridgeError) {
        let permissions: UInt32 = isSystemWide ? 0o755 : isShared ? 0o710 : 0o700
        for folder in [path, path.appending(shortName)] {
            do throws(Errno) {
                do throws(Errno) {
                    try FileSystem.makeDirectory(folder, permissions: permissions)
                } catch .fileExists {
                    try Self.accept(folder, permissions: permissions, isShared: isShared)
                }
            } catch {
                throw BridgeError(cannot: "make the folder", folder, error)
            }
        }
    }

    private static func accept(
        _ folder: FilePath,
        permissions: UInt32,
        isShared: Bool
    ) throws(Errno) {
        let status = try FileStatus.of(folder, followingLinks: false)
        guard status.kind == .directory else { throw .notDirectory }
        guard status.owner == CurrentProcess.user || status.owner == 0 else { throw .notPermitted }
        if isShared && status.permissions & 0o010 == 0 && status.owner == CurrentProcess.user {
            try FileSystem.setPermissions(status.permissions | permissions & 0o010, of: folder)
        }
    }

    private func file(_ name: String, of shortName: String) -> FilePath {
        path.appending(shortName).appending(name)
    }
}
