internal import System

/// What is said to people, on standard error, without ever waiting for it.
public struct Diagnostics: ~Copyable {
    private let descriptor = FileDescriptor.standardError.unshared()
    private let isQuiet: Bool
    private let isVerbose: Bool
    private var droppedCount = 0

    /// Makes the voice of a command; `isQuiet` drops notes, `isVerbose` lets details through.
    public init(isQuiet: Bool = false, isVerbose: Bool = false) {
        self.isQuiet = isQuiet
        self.isVerbose = isVerbose
    }

    /// Says what went wrong.
    public mutating func warn(_ message: String) {
        say(message)
    }

    /// Says what goes on, unless asked to be quiet.
    public mutating func note(_ message: String) {
        if !isQuiet { say(message) }
    }

    /// Says each small thing, if asked to.
    public mutating func detail(_ message: @autoclosure () -> String) {
        if isVerbose { say(message()) }
    }

    /// Says a line of its own, without the program's name.
    public mutating func hint(_ message: String) {
        write(message + "\n")
    }

    private mutating func say(_ message: String) {
        write("proxbridge: \(message)\n")
    }

    /// Writes text if standard error takes it at once, else counts it and says so later.
    private mutating func write(_ message: String) {
        var text = message
        if droppedCount > 0 {
            text = "proxbridge: \(droppedCount) messages dropped, nobody read them\n" + text
        }
        var bytes = Array(text.utf8)
        // What a pipe takes whole or not at all, see pipe(7).
        if bytes.count > 4096 { bytes.replaceSubrange(4092..., with: "...\n".utf8) }
        let isTaken =
            (try? descriptor.pollNow(for: .writable)) == .writable
            && (try? descriptor.write(bytes)) != nil
        droppedCount = isTaken ? 0 : droppedCount + 1
    }
}
