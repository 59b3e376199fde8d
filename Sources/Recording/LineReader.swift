/// Cuts the bytes of a source into lines, and holds one of them at most.
struct LineReader {
    /// The longest line, in bytes without its end.
    static let maximumLength = 65_536
    private static let lineFeed = UInt8(ascii: "\n")
    private static let byteOrderMark: [UInt8] = [0xef, 0xbb, 0xbf]

    private let source: RecordingReader.Source
    private var buffer = [UInt8](repeating: 0, count: maximumLength + 2)
    private var chunk = [UInt8](repeating: 0, count: maximumLength)
    private var filled = 0
    private var next = 0
    private var isAtEnd = false

    /// Where the present line is in `bytes`, without its end.
    private(set) var line = 0..<0
    /// The number of the present line, from 1.
    private(set) var number = 0
    /// Whether the present line has an end, which only the last one can lack.
    private(set) var isWhole = true

    init(_ source: @escaping RecordingReader.Source) {
        self.source = source
    }

    /// The bytes in which `line` is.
    var bytes: [UInt8] { buffer }

    /// The present line.
    var text: ArraySlice<UInt8> { buffer[line] }

    /// Goes to the next line; false at the end.
    mutating func advance() throws(RecordingError) -> Bool {
        var scanned = next
        while true {
            let end = buffer.span.extracting(scanned..<filled).firstIndex(of: Self.lineFeed)
            if let end {
                setLine(to: scanned + end)
                next = scanned + end + 1
                if line.count > Self.maximumLength { throw tooLong }
                return true
            }
            scanned = filled
            if isAtEnd { return takeRest() }
            if filled - next > Self.maximumLength {
                number += 1
                throw tooLong
            }
            scanned -= next
            fill()
        }
    }

    /// Makes the present line come once more.
    mutating func stepBack() {
        next = line.lowerBound
        number -= 1
    }

    private var tooLong: RecordingError {
        RecordingError("a line of more than \(Self.maximumLength) bytes", line: number)
    }

    private mutating func setLine(to end: Int) {
        let hasReturn = end > next && buffer[end - 1] == UInt8(ascii: "\r")
        line = next..<(hasReturn ? end - 1 : end)
        number += 1
        if number == 1, buffer[line].starts(with: Self.byteOrderMark) {
            line = line.dropFirst(Self.byteOrderMark.count)
        }
    }

    private mutating func takeRest() -> Bool {
        guard next < filled else { return false }
        setLine(to: filled)
        next = filled
        isWhole = false
        return true
    }

    /// Moves what is left to the front and reads more behind it.
    private mutating func fill() {
        let left = filled - next
        if next > 0 {
            for index in 0..<left { buffer[index] = buffer[next + index] }
        }
        next = 0
        filled = left
        let count = source(&chunk, min(chunk.count, buffer.count - left))
        guard count > 0 else {
            isAtEnd = true
            return
        }
        for index in 0..<count { buffer[left + index] = chunk[index] }
        filled += count
    }
}

extension Span<UInt8> {
    /// The place of the first such byte.
    func firstIndex(of byte: UInt8) -> Int? {
        for index in indices where self[index] == byte { return index }
        return nil
    }
}
