internal import ProximityCore

/// Reads what `libinput record` writes: YAML, version 1, of one device or several.
///
/// What is not about devices' names, codes and events is skipped.
final class LibinputReader {
    /// What a container is, or the key of a value in it.
    private enum Level: Equatable {
        case sequence
        case mapping(Key?)
    }

    private enum Key: Equatable {
        case version, devices, node, evdev, name, codes, events
        case number(UInt16)
        case other

        init(_ text: [UInt8]) {
            switch String(decoding: text, as: UTF8.self) {
            case "version": self = .version
            case "devices": self = .devices
            case "node": self = .node
            case "evdev": self = .evdev
            case "name": self = .name
            case "codes": self = .codes
            case "events": self = .events
            case let word: self = UInt16(word).map { .number($0) } ?? .other
            }
        }
    }

    /// More containers in one another than any recording has.
    private static let deepest = 32

    private var lines: LibinputLines
    private let linesBefore: Int
    private lazy var stream = YAMLStream { [unowned self] in lines.next() }
    private var levels: [Level] = []
    private var device: RecordedDevice?
    private var deviceCount = 0
    private var numbers: [Int64] = []
    private var isOver = false

    init(_ lines: LineReader) {
        self.lines = LibinputLines(lines)
        linesBefore = lines.number
    }

    /// Tells whether a line can be the first one, comments aside.
    static func accepts(_ line: some Collection<UInt8>) -> Bool {
        let keys = ["version:", "ndevices:", "libinput:", "system:", "devices:", "---"]
        return keys.contains { line.starts(with: $0.utf8) }
    }

    func next() throws(RecordingError) -> RecordingItem? {
        if isOver { return nil }
        do throws(RecordingError) {
            while let part = try stream.next() {
                if let item = try take(part) { return item }
            }
        } catch {
            return try explain(error)
        }
        isOver = true
        if let failure = lines.failure { throw failure }
        return nil
    }

    /// Tells a recording that was cut off from one that is wrong.
    private func explain(_ error: RecordingError) throws(RecordingError) -> RecordingItem? {
        isOver = true
        if let failure = lines.failure { throw failure }
        let line = (error.line ?? 1) + linesBefore
        guard lines.isWhole else { return .cutOff(line: line) }
        throw RecordingError(error.what, line: line)
    }

    private func take(_ part: YAMLStream.Part) throws(RecordingError) -> RecordingItem? {
        switch part {
        case .scalar(let text): return try takeScalar(text)
        case .sequenceStart, .mappingStart:
            if levels.count == Self.deepest { throw wrong("nested too deep") }
            levels.append(part == .sequenceStart ? .sequence : .mapping(nil))
            if isInEvent { numbers.removeAll(keepingCapacity: true) }
            if isInDevice && levels.count == 3 {
                device = RecordedDevice()
                deviceCount += 1
            }
            // From here on the description is there.
            if isInDevice, levels.count == 4, levels[2] == .mapping(.events) { return describe() }
            return nil
        case .end:
            let item = isInEvent ? try event() : nil
            let isDeviceOver = isInDevice && levels.count == 3
            if !levels.isEmpty { levels.removeLast() }
            endValue()
            return isDeviceOver ? describe() : item
        case .other: return nil
        }
    }

    private var isInDevice: Bool {
        levels.count >= 3 && levels[0] == .mapping(.devices) && levels[1] == .sequence
    }

    /// Whether what comes is in the list of five numbers that an event is.
    private var isInEvent: Bool {
        levels.count == 7 && isInDevice && levels[2] == .mapping(.events)
            && levels[4] == .mapping(.evdev) && levels[6] == .sequence
    }

    private func takeScalar(_ text: [UInt8]) throws(RecordingError) -> RecordingItem? {
        if case .mapping(nil) = levels.last {
            levels[levels.count - 1] = .mapping(Key(text))
            return nil
        }
        if isInEvent {
            guard let number = Int64(String(decoding: text, as: UTF8.self)) else {
                throw wrong("not a number in an event")
            }
            numbers.append(number)
            if numbers.count > 5 { throw wrong("more than five numbers in an event") }
        } else if levels == [.mapping(.version)] {
            guard text == Array("1".utf8) else {
                let version = String(decoding: text.prefix(20), as: UTF8.self)
                throw wrong("version \(version) of libinput's recordings is not known")
            }
        } else if isInDevice {
            takeDescription(text)
        }
        endValue()
        return nil
    }

    private func takeDescription(_ text: [UInt8]) {
        switch levels.dropFirst(2) {
        case [.mapping(.node)]: device?.node = String(decoding: text, as: UTF8.self)
        case [.mapping(.evdev), .mapping(.name)]:
            device?.name = String(decoding: text, as: UTF8.self)
        case [
            .mapping(.evdev), .mapping(.codes), .mapping(.number(RecordedEvent.switch)), .sequence,
        ]:
            if let code = UInt16(String(decoding: text, as: UTF8.self)) {
                device?.switches.append(code)
            }
        case [.mapping(.evdev), .mapping(.codes), .mapping(.number(RecordedEvent.key)), .sequence]:
            device?.hasKeys = true
        default: break
        }
    }

    /// A value in a mapping is over, a key comes next.
    private func endValue() {
        if case .mapping = levels.last { levels[levels.count - 1] = .mapping(nil) }
    }

    /// Gives the device, once.
    private func describe() -> RecordingItem? {
        guard var device else { return nil }
        self.device = nil
        if lines.states.indices.contains(deviceCount - 1) {
            device.states = lines.states[deviceCount - 1]
        }
        return .device(device)
    }

    /// Makes an event of its five numbers: seconds, microseconds, type, code, value.
    private func event() throws(RecordingError) -> RecordingItem {
        guard numbers.count == 5 else { throw wrong("an event of \(numbers.count) numbers") }
        guard let type = UInt16(exactly: numbers[2]), let code = UInt16(exactly: numbers[3]),
            let value = Int32(exactly: numbers[4])
        else { throw wrong("an event type, code or value out of range") }
        let limit = Int64.max / 1_000_000 - 1
        guard 0...limit ~= numbers[0], 0..<1_000_000 ~= numbers[1] else {
            throw wrong("a time out of range")
        }
        let at = Timestamp(microseconds: numbers[0] * 1_000_000 + numbers[1])
        return .event(RecordedEvent(type: type, code: code, value: value, at: at))
    }

    private func wrong(_ what: String) -> RecordingError {
        RecordingError(what, line: stream.line)
    }
}
