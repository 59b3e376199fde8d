public import System

/// An event device as sysfs describes it, without opening it and so without needing a right.
public struct InputNode: Sendable {
    /// The path it was found at.
    public let path: FilePath
    /// What it says it is.
    public let identity: DeviceIdentity
    /// The switches it has, in the kernel's order.
    public let switches: [SwitchCode]
    /// Whether it has keys.
    public let hasKeys: Bool
    /// Where sysfs describes it.
    private let folder: FilePath

    /// Looks up the device behind a path; nothing if that is no event device.
    ///
    /// - Parameter path: Any path, links are followed.
    /// - Returns: The device, nothing if the path is of something else.
    /// - Throws: What the kernel says of the path and of the device's attributes.
    public static func at(_ path: FilePath) throws(Errno) -> InputNode? {
        let status = try FileStatus.of(path)
        guard status.kind == .characterDevice else { return nil }
        let folder = FilePath("/sys/dev/char/\(status.device.major):\(status.device.minor)")
        guard let target = try? FileSystem.destination(ofLink: folder),
            let subsystem = try? FileSystem.destination(
                ofLink: folder.appending("subsystem")
            ),
            subsystem.lastComponent.description == "input",
            number(ofEventNode: target.lastComponent.description) != nil
        else { return nil }
        return try InputNode(path: path, folder: folder.appending("device"))
    }

    /// Lists all event devices, by their number.
    ///
    /// - Throws: What the kernel says of `/sys/class/input` and the attributes in it; where it is
    ///   missing the list is empty.
    public static func all() throws(Errno) -> [InputNode] {
        let root = FilePath("/sys/class/input")
        let names: [String]
        do throws(Errno) {
            names = try FileSystem.names(in: root)
        } catch .noSuchFileOrDirectory {
            return []
        }
        let entries = names.compactMap { name in
            number(ofEventNode: name).map { (number: $0, name: name) }
        }
        var nodes: [InputNode] = []
        for entry in entries.sorted(by: { $0.number < $1.number }) {
            let path = FilePath("/dev/input/" + entry.name)
            let folder = root.appending(entry.name).appending("device")
            do throws(Errno) {
                nodes.append(try InputNode(path: path, folder: folder))
            } catch {
                // One that is absent has gone since it was listed.
                if !error.isAbsence { throw error }
            }
        }
        return nodes
    }

    private init(path: FilePath, folder: FilePath) throws(Errno) {
        func attribute(_ name: String) throws(Errno) -> String {
            let bytes = try FileSystem.contents(of: folder.appending(name))
            let line = bytes.last == UInt8(ascii: "\n") ? bytes.dropLast() : bytes[...]
            return String(decoding: line, as: UTF8.self)
        }
        func identifier(_ name: String) throws(Errno) -> UInt16 {
            UInt16(try attribute("id/" + name), radix: 16) ?? 0
        }
        self.path = path
        self.folder = folder
        identity = DeviceIdentity(
            bus: try identifier("bustype"),
            vendor: try identifier("vendor"),
            product: try identifier("product"),
            name: try attribute("name")
        )
        let switchBits = Self.lowestWord(of: try attribute("capabilities/sw"))
        switches = (0..<64).filter { switchBits & (1 << $0) != 0 }
            .map { SwitchCode(rawValue: UInt16($0)) }
        let keyTypeBit: UInt64 = 1 << 1
        hasKeys = Self.lowestWord(of: try attribute("capabilities/ev")) & keyTypeBit != 0
    }

    /// Whether it is told to report nothing (`inhibited`, Linux 5.11); nothing on an older kernel.
    public var isInhibited: Bool? {
        (try? FileSystem.contents(of: folder.appending("inhibited")))
            .map { $0.first != UInt8(ascii: "0") }
    }

    /// Parses the last of the words of a bit field, which the kernel writes highest first.
    private static func lowestWord(of text: String) -> UInt64 {
        text.split(separator: " ").last.flatMap { UInt64($0, radix: 16) } ?? 0
    }

    private static func number(ofEventNode name: String) -> Int? {
        name.hasPrefix("event") ? Int(name.dropFirst("event".count)) : nil
    }
}
