internal import ProximityCore

/// Reads what evemu writes, format 1.0 to 1.3, and the notes of our own recordings in it.
///
/// A line is a letter, a colon, and numbers: `N` name, `I` identity, `P` properties, `B` codes,
/// `A` axes, `L` lamps, `S` switches, `E` events.
struct EvemuReader {
    private var lines: LineReader
    private var device = RecordedDevice()
    private var isDescribed = false
    private var isNameOpen = false
    /// The bytes of the codes of `EV_SW` so far, one for eight codes.
    private var switchByteCount: UInt16 = 0

    init(_ lines: LineReader) {
        self.lines = lines
    }

    /// Tells whether a line can be the first one, comments aside.
    static func accepts(_ line: some Collection<UInt8>) -> Bool {
        let start = Array(line.prefix(2))
        return start.count == 2 && start[1] == UInt8(ascii: ":")
            && "NIPBALSE".utf8.contains(start[0])
    }

    mutating func next() throws(RecordingError) -> RecordingItem? {
        while try lines.advance() {
            do throws(RecordingError) {
                if let item = try parse() { return item }
            } catch {
                if lines.isWhole { throw error }
                return .cutOff(line: lines.number)
            }
        }
        return describe()
    }

    /// Gives the device, once.
    private mutating func describe() -> RecordingItem? {
        if isDescribed { return nil }
        isDescribed = true
        return .device(device)
    }

    private mutating func parse() throws(RecordingError) -> RecordingItem? {
        let line = lines.line
        guard let first = line.first else { return nil }
        let bytes = lines.bytes
        let hasColon = line.count >= 2 && bytes[first + 1] == UInt8(ascii: ":")
        if hasColon && bytes[first] == UInt8(ascii: "E") { return try parseEvent() }
        if bytes[first] == UInt8(ascii: "#") { return parseComment() }
        // The kernel takes a name with line ends in it, and evemu writes it as it is.
        if isNameOpen && !(hasColon && bytes[first] == UInt8(ascii: "I")) {
            device.name += "\n" + String(decoding: lines.text, as: UTF8.self)
            return nil
        }
        guard hasColon else { throw malformed("not a line of an evemu recording") }
        if isDescribed { throw malformed("a description after the first event") }
        isNameOpen = false
        try parseDescription(bytes[first])
        return nil
    }

    private mutating func parseEvent() throws(RecordingError) -> RecordingItem {
        if let item = describe() {
            lines.stepBack()
            return item
        }
        var fields = FieldScanner(lines.bytes, in: lines.line.dropFirst(2))
        guard let at = fields.seconds() else { throw malformed("not a time in seconds") }
        guard let type = fields.unsigned(base: 16, limit: 0xffff),
            let code = fields.unsigned(base: 16, limit: 0xffff)
        else { throw malformed("not an event type and code of four hexadecimal digits") }
        guard let value = fields.signed() else { throw malformed("not an event value") }
        let end = fields.place
        guard fields.isAtEnd() else { throw malformed("more than an event") }
        // evemu writes four digits; fewer, in a line without an end, are not all of them.
        if !lines.isWhole && end == lines.line.upperBound && !hasFourDigits {
            throw malformed("cut off")
        }
        return .event(
            RecordedEvent(
                type: UInt16(type),
                code: UInt16(code),
                value: value,
                at: Timestamp(microseconds: at)
            )
        )
    }

    private var hasFourDigits: Bool {
        let tail = lines.text.suffix(4)
        return tail.count == 4 && tail.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    }

    private mutating func parseComment() -> RecordingItem? {
        let text = lines.text
        guard text.starts(with: RecordingNote.prefix), lines.isWhole else { return nil }
        let rest = text.dropFirst(RecordingNote.prefix.count)
        if let (note, at) = RecordingNote.parse(rest) {
            if let item = describe() {
                lines.stepBack()
                return item
            }
            return .note(note, at: at)
        }
        if !isDescribed, let setting = RecordingNote.parseSetting(rest) { device.setting = setting }
        return nil
    }

    private mutating func parseDescription(_ letter: UInt8) throws(RecordingError) {
        var fields = FieldScanner(lines.bytes, in: lines.line.dropFirst(2))
        switch letter {
        case UInt8(ascii: "N"):
            let text = lines.text.dropFirst(2)
            let name = text.first == UInt8(ascii: " ") ? text.dropFirst() : text
            device.name = String(decoding: name, as: UTF8.self)
            isNameOpen = true
        case UInt8(ascii: "B"):
            guard let type = fields.unsigned(base: 16, limit: 0xffff) else {
                throw malformed("not an event type of two hexadecimal digits")
            }
            while !fields.isAtEnd() {
                guard let bits = fields.unsigned(base: 16, limit: 0xff) else {
                    throw malformed("not a byte of two hexadecimal digits")
                }
                addCodes(bits, of: UInt16(type))
            }
        case UInt8(ascii: "S"):
            guard let code = fields.unsigned(base: 16, limit: 0xffff), let value = fields.signed(),
                fields.isAtEnd()
            else { throw malformed("not a switch and its state") }
            device.states[UInt16(code)] = value != 0
        case UInt8(ascii: "I"), UInt8(ascii: "P"), UInt8(ascii: "A"), UInt8(ascii: "L"):
            break
        default:
            throw malformed("not a line of an evemu recording")
        }
    }

    /// Takes in eight codes of a type.
    private mutating func addCodes(_ bits: UInt64, of type: UInt16) {
        if type == RecordedEvent.key && bits != 0 { device.hasKeys = true }
        guard type == RecordedEvent.switch, switchByteCount < 128 else { return }
        for bit in UInt16(0)..<8 where bits & (1 << bit) != 0 {
            device.switches.append(switchByteCount * 8 + bit)
        }
        switchByteCount += 1
    }

    private func malformed(_ what: String) -> RecordingError {
        RecordingError(what, line: lines.number)
    }
}
