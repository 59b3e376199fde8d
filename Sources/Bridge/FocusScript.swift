internal import ProximityCore
internal import System

/// Focus messages in a file, in the grammar of the focus FIFO, on the clock of a recording.
struct FocusScript {
    private let file: InputFile
    private var decoder = FocusDecoder()
    private var buffer = [UInt8](repeating: 0, count: 4096)
    private var unread: Range<Int> = 0..<0
    private var line = 1
    private var isAtEnd = false
    private var clock = Timestamp(microseconds: 0)

    /// The next message and when it comes, nothing at the end.
    private(set) var next: (message: FocusMessage, at: Timestamp)?

    /// Opens a file and reads the first message.
    init(_ path: FilePath) throws(BridgeError) {
        file = try InputFile(path)
        try advance()
    }

    /// Goes to the next message.
    ///
    /// One without a time comes with the message before it, as does one that is late.
    /// - Throws: If a line is no message.
    mutating func advance() throws(BridgeError) {
        next = nil
        guard let message = try read() else { return }
        clock = max(clock, message.stamp ?? clock)
        next = (message, clock)
    }

    private mutating func read() throws(BridgeError) -> FocusMessage? {
        while true {
            while let index = unread.first {
                unread.removeFirst()
                let found = decoder.push(buffer[index])
                if let found { return try check(found) }
                if buffer[index] == UInt8(ascii: "\n") { line += 1 }
            }
            if isAtEnd { return nil }
            let count = file.read(&buffer, buffer.count)
            unread = 0..<count
            isAtEnd = count == 0
            guard isAtEnd else { continue }
            try file.check()
            if let last = decoder.finish() { return try check(last) }
        }
    }

    private mutating func check(_ found: FocusDecoder.Line) throws(BridgeError) -> FocusMessage {
        switch found {
        case .message(let message):
            line += 1
            return message
        case .rejected(let excerpt, let isTooLong):
            let what = isTooLong ? "a line of more than 256 bytes" : "not a focus message"
            throw file.error("\(what): \"\(excerpt)\"", line: line)
        }
    }
}
