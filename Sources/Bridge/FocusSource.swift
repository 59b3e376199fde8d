internal import ProximityCore
internal import System

/// Where focus messages come from: a FIFO, standard input, or nowhere.
struct FocusSource: ~Copyable {
    private var pipe: FocusPipe?
    private var isStandardInput = false
    private var decoder = FocusDecoder()
    private var buffer = [UInt8](repeating: 0, count: 4096)
    private var unread: Range<Int> = 0..<0
    private var isAtEnd = false

    /// Reads from a FIFO for as long as the bridge lives, or from nowhere.
    init(pipe: consuming FocusPipe?) {
        self.pipe = pipe
    }

    /// Reads from standard input, until its end.
    init(standardInput: Void) {
        isStandardInput = true
    }

    /// Makes a slot wait for messages.
    func watch(_ poll: inout Poll, slot: Int) {
        if isStandardInput { return poll.watch(slot, .standardInput, for: .readable) }
        switch pipe {
        case .none: poll.ignore(slot)
        case .some(let pipe): pipe.watch(&poll, slot: slot)
        }
    }

    /// Reads more bytes, without waiting for any.
    ///
    /// - Returns: Whether there may be more: false if nothing came, or the last writer's end.
    /// - Throws: What the kernel says.
    mutating func fill() throws(Errno) -> Bool {
        guard let count = try readOrigin() else { return false }
        unread = 0..<count
        isAtEnd = count == 0
        return !isAtEnd
    }

    /// Takes the next line of what was read.
    ///
    /// - Returns: The line, nothing when more has to be read first.
    mutating func next() -> FocusDecoder.Line? {
        while let index = unread.first {
            unread.removeFirst()
            if let line = decoder.push(buffer[index]) { return line }
        }
        guard isAtEnd else { return nil }
        isAtEnd = false
        return decoder.finish()
    }

    private mutating func readOrigin() throws(Errno) -> Int? {
        guard isStandardInput else { return try pipe?.read(into: &buffer) }
        let input = FileDescriptor.standardInput
        // Its flags belong to others too, so it is asked before it is read.
        if try input.pollNow(for: .readable).isEmpty { return nil }
        let count = try input.read(into: &buffer)
        if count == 0 { isStandardInput = false }
        return count
    }
}
