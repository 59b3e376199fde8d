internal import CSystem

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// Wakes when something on the way to a path changes: it appears, or gets another mode or owner.
///
/// It does not tell what; whoever is woken looks again, with a new watch made first.
/// The corresponding C functions are those of `inotify(7)`.
public struct PathWatch: ~Copyable {
    /// Readable when something has changed.
    public let descriptor: FileDescriptor

    /// Watches the way to a path: of each link that leads to it, and of what the last one names, the
    /// nearest folder that there is.
    public init(onTheWayTo path: FilePath) throws(Errno) {
        let descriptor = try Self.open()
        try Self.addWay(to: path, to: descriptor)
        self.descriptor = descriptor
    }

    /// Watches files for being written in place, removed, or replaced, or for appearing.
    public init(contentsOf paths: [FilePath]) throws(Errno) {
        let descriptor = try Self.open()
        let mask = IN_MODIFY | IN_ATTRIB | IN_MOVE_SELF | IN_DELETE_SELF
        for path in paths {
            try Self.add(path, mask, to: descriptor)
            // Nobody asks for what else happens beside a file that is there.
            if (try? FileStatus.of(path, followingLinks: false)) != nil {
                try Self.add(path.parent, IN_DELETE_SELF | IN_MOVE_SELF, to: descriptor)
            } else {
                try Self.addWay(to: path, to: descriptor)
            }
            // It may have appeared meanwhile.
            try Self.add(path, mask, to: descriptor)
        }
        self.descriptor = descriptor
    }

    /// Watches a path for being removed, renamed, or replaced, and its folder for going.
    public init(departureOf path: FilePath) throws(Errno) {
        let descriptor = try Self.open()
        // To lose a link is a change of an inode's attributes, as long as it is held open.
        try Self.add(path, IN_ATTRIB | IN_MOVE_SELF | IN_DELETE_SELF, to: descriptor)
        try Self.add(path.parent, IN_DELETE_SELF | IN_MOVE_SELF, to: descriptor)
        self.descriptor = descriptor
    }

    private static func open() throws(Errno) -> FileDescriptor {
        let flags = Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK)
        return FileDescriptor(owning: try valueOrErrno { inotify_init1(flags) })
    }

    private static func add(
        _ path: FilePath,
        _ mask: Int32,
        to descriptor: borrowing FileDescriptor
    ) throws(Errno) {
        let rawValue = descriptor.rawValue
        do throws(Errno) {
            _ = try valueOrErrno {
                unsafe inotify_add_watch(rawValue, path.characters, UInt32(mask))
            }
        } catch .noSuchFileOrDirectory {
            // Gone since it was looked at; the folder above has an event for that, or the caller
            // finds it gone.
        }
    }

    private static func addWay(
        to path: FilePath,
        to descriptor: borrowing FileDescriptor
    ) throws(Errno) {
        let mask =
            IN_CREATE | IN_DELETE | IN_MOVED_TO | IN_MOVED_FROM | IN_ATTRIB | IN_DELETE_SELF
            | IN_MOVE_SELF
        // A folder that appears after it was looked for, and before the one above it was watched,
        // is seen when they are looked for again.
        var watched: [FilePath] = []
        while case let folders = Self.folders(onTheWayTo: path), folders != watched {
            for folder in folders { try add(folder, mask, to: descriptor) }
            watched = folders
        }
    }

    private static func folders(onTheWayTo path: FilePath) -> [FilePath] {
        var folders: [FilePath] = []
        var current = path
        // As many links as the kernel follows (path_resolution(7)).
        for _ in 0..<40 {
            folders.append(nearestFolder(to: current))
            guard let target = try? FileSystem.destination(ofLink: current) else { break }
            current = target.isAbsolute ? target : current.parent.appending(target)
        }
        return folders
    }

    private static func nearestFolder(to path: FilePath) -> FilePath {
        var folder = path.parent
        while folder != folder.parent, (try? FileStatus.of(folder))?.kind != .directory {
            folder = folder.parent
        }
        return folder
    }
}
