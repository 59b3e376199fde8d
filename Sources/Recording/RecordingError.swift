/// Why a recording cannot be read, or not any further.
public struct RecordingError: Error, Equatable, Sendable {
    /// What is wrong, lower case, without the file's name.
    public let what: String
    /// The line it is about, from 1; nothing if it is the whole recording.
    public let line: Int?

    init(_ what: String, line: Int? = nil) {
        self.what = what
        self.line = line
    }
}
