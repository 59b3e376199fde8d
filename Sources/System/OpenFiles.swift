/// Who has files open, as far as this user may look (`proc(5)`).
public struct OpenFiles: Sendable {
    /// A process that has a file open.
    public struct Holder: Sendable {
        /// The process's number.
        public let process: Int32
        /// What it calls itself, at most 15 bytes.
        public let name: String
    }

    /// Whether every process could be looked into; those of other users are closed to most.
    public private(set) var isComplete = true
    private var holders: [FilePath: [Holder]] = [:]

    /// Looks for the processes that have one of these files open, this one aside.
    ///
    /// - Parameter paths: Absolute paths without links.
    public init(_ paths: [FilePath]) {
        let root = FilePath("/proc")
        let names = (try? FileSystem.names(in: root)) ?? []
        for process in names.compactMap({ Int32($0) }).sorted()
        where process != CurrentProcess.identifier {
            let folder = root.appending(String(process))
            let descriptors = folder.appending("fd")
            let files: [FilePath]
            do throws(Errno) {
                files = try FileSystem.names(in: descriptors).compactMap {
                    // One that was closed meanwhile leads nowhere.
                    try? FileSystem.destination(ofLink: descriptors.appending($0))
                }
            } catch {
                if !error.isAbsence { isComplete = false }
                continue
            }
            for path in paths where files.contains(path) {
                let name = (try? FileSystem.contents(of: folder.appending("comm"))) ?? []
                let text = String(decoding: name.filter { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
                holders[path, default: []].append(Holder(process: process, name: text))
            }
        }
        if names.isEmpty { isComplete = false }
    }

    /// The processes that have a file open, by their number.
    public func holders(of path: FilePath) -> [Holder] { holders[path] ?? [] }
}
