/// A line of the focus pipe: a word and, optionally, its time.
public struct FocusMessage: Equatable, Sendable {
    /// The words of the grammar, without their abbreviations.
    public enum Word: String, CaseIterable, Sendable {
        /// Someone uses the device; also written `fg`.
        case foreground
        /// Nobody does any more; also written `bg`.
        case background
        /// The switch is stuck.
        case reset
        /// Watch the switch.
        case enable
        /// Stop watching it and close the device.
        case disable

        /// Finds the word that `text` spells, in letters of any case.
        public init?(_ text: some Collection<UInt8>) {
            let lower = String(decoding: text.map(asciiLowercase), as: UTF8.self)
            switch lower {
            case "fg": self = .foreground
            case "bg": self = .background
            default: self.init(rawValue: lower)
            }
        }

        /// The word as the tracker takes it.
        public var input: Input {
            switch self {
            case .foreground: .foreground
            case .background: .background
            case .reset: .reset
            case .enable: .enable
            case .disable: .disable
            }
        }

        /// The reason of a record that it causes.
        public var reason: Reason {
            switch self {
            case .foreground: .foreground
            case .background: .background
            case .reset: .reset
            case .enable: .enabled
            case .disable: .disabled
            }
        }
    }

    /// What is said.
    public let word: Word
    /// When it was said; nothing means when it was read.
    public let stamp: Timestamp?

    /// Makes a message.
    public init(word: Word, stamp: Timestamp?) {
        self.word = word
        self.stamp = stamp
    }

    /// The message as a line with its newline.
    public var line: [UInt8] {
        var text = Array(word.rawValue.utf8)
        if let stamp {
            text.append(UInt8(ascii: " "))
            JSONText.append(seconds: stamp, to: &text)
        }
        text.append(UInt8(ascii: "\n"))
        return text
    }

    /// Parses one line without its newline: `WORD [SECONDS]`, blanks around ignored.
    public init?(line: some Collection<UInt8>) {
        let fields = line.split(whereSeparator: isBlank)
        guard let first = fields.first, fields.count <= 2, let word = Word(first) else {
            return nil
        }
        self.word = word
        if fields.count == 2 {
            guard let stamp = Timestamp(seconds: fields[1]) else { return nil }
            self.stamp = stamp
        } else {
            stamp = nil
        }
    }
}

extension Timestamp {
    /// Parses decimal seconds, `12` or `12.5`.
    ///
    /// Digits past the microsecond are cut, as the kernel cuts its stamps. What is too large for the
    /// clock becomes its end, which counts as now.
    public init?(seconds text: some Collection<UInt8>) {
        let parts = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count <= 2, parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(isDigit) }) else {
            return nil
        }
        var value: Int64 = 0
        let fraction = parts.count == 2 ? Array(parts[1].prefix(6)) : []
        let zeros = repeatElement(UInt8(ascii: "0"), count: 6 - fraction.count)
        for digit in Array(parts[0]) + fraction + zeros {
            let (tenfold, overflow) = value.multipliedReportingOverflow(by: 10)
            let (sum, carry) = tenfold.addingReportingOverflow(Int64(digit - UInt8(ascii: "0")))
            guard !overflow && !carry else {
                self.init(microseconds: .max)
                return
            }
            value = sum
        }
        self.init(microseconds: value)
    }
}

/// Tells whether a byte is ignored around the fields of a line: blank, tab, or carriage return.
func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r")
}

private func isDigit(_ byte: UInt8) -> Bool {
    UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
}

private func asciiLowercase(_ byte: UInt8) -> UInt8 {
    UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte | 0x20 : byte
}
