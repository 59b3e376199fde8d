/// A path, which is any bytes but NUL and need not be text.
public struct FilePath: Hashable, Sendable, CustomStringConvertible {
    /// The bytes with a NUL behind them, as C functions take them.
    let characters: [CChar]

    /// Makes a path of text.
    public init(_ text: String) {
        self.init(bytes: text.utf8)
    }

    /// Makes a path of bytes, up to the first NUL if there is one.
    public init(bytes: some Sequence<UInt8>) {
        characters = bytes.prefix { $0 != 0 }.map { CChar(bitPattern: $0) } + [0]
    }

    /// The bytes without the NUL.
    public var bytes: [UInt8] { characters.dropLast().map { UInt8(bitPattern: $0) } }

    /// Whether there is nothing in it.
    public var isEmpty: Bool { characters.count == 1 }

    /// Whether it starts at the root.
    public var isAbsolute: Bool { bytes.first == slash }

    /// The path as text, bytes that are not UTF-8 replaced by U+FFFD.
    public var description: String { String(decoding: bytes, as: UTF8.self) }

    /// Makes the path of something in this folder.
    public func appending(_ component: String) -> FilePath {
        appending(FilePath(component))
    }

    /// Makes the path of something below this folder.
    public func appending(_ other: FilePath) -> FilePath {
        FilePath(
            bytes: bytes + Array((bytes.last == slash ? "" : "/").utf8) + other.bytes
        )
    }

    /// Makes this path with `suffix` added to its last component.
    public func extended(by suffix: String) -> FilePath {
        FilePath(bytes: bytes + Array(suffix.utf8))
    }

    /// The last component.
    public var lastComponent: FilePath {
        guard let index = bytes.lastIndex(of: slash) else { return self }
        return FilePath(bytes: bytes[(index + 1)...])
    }

    /// The folder it is in: `.` for a bare name.
    public var parent: FilePath {
        guard let index = bytes.lastIndex(of: slash) else { return FilePath(".") }
        return index == 0 ? FilePath("/") : FilePath(bytes: bytes[..<index])
    }

    private var slash: UInt8 { UInt8(ascii: "/") }
}
