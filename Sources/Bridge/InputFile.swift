internal import System

/// A file that is read from its start to its end, in pieces: a recording, or a list of messages.
final class InputFile {
    /// The file's name for people.
    let name: String
    private let path: FilePath
    private let descriptor: FileDescriptor
    private var failure: Errno?

    /// Opens a file; `-` is standard input.
    ///
    /// - Throws: What the kernel has against it.
    init(_ path: FilePath) throws(BridgeError) {
        self.path = path
        name = path == FilePath("-") ? "standard input" : printable(path)
        do throws(Errno) {
            descriptor =
                path == FilePath("-") ? .standardInput : try FileDescriptor.open(path, .readOnly)
        } catch {
            throw BridgeError(cannot: "open", path, error)
        }
    }

    /// Whether it is a regular file, all of which is there already.
    var isRegular: Bool { (try? FileStatus.of(descriptor))?.kind == .regular }

    /// Fills a buffer with at most so many bytes, and returns how many came; 0 at the end.
    func read(_ buffer: inout [UInt8], _ limit: Int) -> Int {
        do throws(Errno) {
            return try descriptor.read(into: &buffer, limit: limit)
        } catch {
            failure = error
            return 0
        }
    }

    /// Throws what ended the reading before the end of the file.
    func check() throws(BridgeError) {
        if let failure { throw BridgeError(cannot: "read", path, failure) }
    }

    /// Makes the error of a line, or of the whole: `FILE:LINE: what is wrong`.
    func error(_ what: String, line: Int?) -> BridgeError {
        BridgeError("\(name):\(line.map { "\($0):" } ?? "") \(printable(what))")
    }
}
