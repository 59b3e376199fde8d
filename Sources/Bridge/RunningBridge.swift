public import ProximityCore
public import System

/// What a lock file tells of the bridge that holds it, or held it last.
public struct RunningBridge: Sendable {
    /// Whether the lock is held, that is, whether a bridge lives.
    public let isRunning: Bool
    /// What it wrote last, nothing if it has not got that far.
    public let record: LockRecord?

    /// Looks at the lock beside a state file.
    ///
    /// - Parameter statePath: The state file.
    /// - Returns: What is known, nothing if there is no lock file.
    /// - Throws: What the kernel says of the lock file.
    public static func at(_ statePath: FilePath) throws(Errno) -> RunningBridge? {
        do throws(Errno) {
            let descriptor = try FileDescriptor.open(
                statePath.extended(by: ".lock"),
                .readOnly,
                options: [.noFollow, .nonBlocking, .noControllingTerminal]
            )
            guard try FileStatus.of(descriptor).kind == .regular else { return nil }
            // Asked first: what is read after that is at least as new as the answer.
            let isRunning = try descriptor.isLockedElsewhere()
            return RunningBridge(
                isRunning: isRunning,
                record: LockReader.record(in: descriptor)
            )
        } catch .noSuchFileOrDirectory {
            return nil
        } catch .notDirectory {
            return nil
        }
    }

    /// Looks at the locks of all switches in the runtime folders, this user's first.
    ///
    /// A switch that two folders have is the one found first, unless only the other one runs.
    public static func all() -> [(shortName: String, statePath: FilePath, bridge: RunningBridge)] {
        var found: [(shortName: String, statePath: FilePath, bridge: RunningBridge)] = []
        for folder in RuntimeFolder.searched {
            for name in folder.shortNames {
                let path = folder.statePath(of: name)
                // A lock that this user may not read is none of this user's.
                guard let bridge = (try? RunningBridge.at(path)) ?? nil else { continue }
                if let index = found.firstIndex(where: { $0.shortName == name }) {
                    if bridge.isRunning && !found[index].bridge.isRunning {
                        found[index] = (name, path, bridge)
                    }
                } else {
                    found.append((name, path, bridge))
                }
            }
        }
        return found
    }
}
