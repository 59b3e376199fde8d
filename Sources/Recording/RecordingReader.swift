/// Reads a recording of evemu, of libinput, or of our own, told apart by what is in it.
///
/// It holds no more than a line, or a description, at a time.
public struct RecordingReader: ~Copyable {
    /// Fills a buffer with at most so many bytes, and returns how many they are, 0 at the end.
    public typealias Source = (_ buffer: inout [UInt8], _ limit: Int) -> Int

    private enum Format {
        case evemu(EvemuReader)
        case libinput(LibinputReader)
    }

    private var lines: LineReader
    private var format: Format?

    /// Makes a reader; nothing is read yet.
    public init(_ source: @escaping Source) {
        lines = LineReader(source)
    }

    /// Reads the next thing that the recording tells.
    ///
    /// - Returns: Nothing at the end.
    /// - Throws: What is wrong with the recording; it cannot be read any further.
    public mutating func next() throws(RecordingError) -> RecordingItem? {
        if format == nil { format = try recognize() }
        switch format {
        case .evemu(var reader):
            // Not shared while it changes.
            format = nil
            defer { format = .evemu(reader) }
            return try reader.next()
        case .libinput(let reader): return try reader.next()
        case .none: return nil
        }
    }

    private mutating func recognize() throws(RecordingError) -> Format {
        while try lines.advance() {
            let text = lines.text
            if text.contains(0) { throw RecordingError("not a recording: it is binary") }
            let first = text.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
            if text.starts(with: "# EVEMU".utf8) { return .evemu(EvemuReader(lines)) }
            if first.isEmpty || first.first == UInt8(ascii: "#") { continue }
            lines.stepBack()
            if EvemuReader.accepts(text) { return .evemu(EvemuReader(lines)) }
            if LibinputReader.accepts(text) { return .libinput(LibinputReader(lines)) }
            throw RecordingError("not a recording of evemu or libinput")
        }
        throw RecordingError("not a recording: it is empty")
    }
}
