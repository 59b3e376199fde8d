/// A word that takes one byte of a lock record.
protocol LockCoded: CaseIterable {
    var lockCode: UInt8 { get }
}

extension LockCoded {
    /// Finds the word of a code.
    init?(lockCode code: some StringProtocol) {
        guard code.utf8.count == 1,
            let word = Self.allCases.first(where: { $0.lockCode == code.utf8.first })
        else { return nil }
        self = word
    }
}

extension SwitchState: LockCoded {
    var lockCode: UInt8 {
        switch self {
        case .on: UInt8(ascii: "1")
        case .off: UInt8(ascii: "0")
        case .unknown: UInt8(ascii: "u")
        }
    }
}

extension Focus: LockCoded {
    var lockCode: UInt8 {
        switch self {
        case .foreground: UInt8(ascii: "f")
        case .background: UInt8(ascii: "b")
        case .unknown: UInt8(ascii: "u")
        }
    }
}

extension Basis: LockCoded {
    var lockCode: UInt8 {
        switch self {
        case .measured: UInt8(ascii: "m")
        case .assumed: UInt8(ascii: "a")
        case .none: UInt8(ascii: "n")
        }
    }
}

extension Reason: LockCoded {
    var lockCode: UInt8 {
        switch self {
        case .start: UInt8(ascii: "S")
        case .event: UInt8(ascii: "e")
        case .sync: UInt8(ascii: "y")
        case .foreground: UInt8(ascii: "f")
        case .background: UInt8(ascii: "b")
        case .reset: UInt8(ascii: "t")
        case .lost: UInt8(ascii: "l")
        case .found: UInt8(ascii: "o")
        case .resume: UInt8(ascii: "m")
        case .reading: UInt8(ascii: "r")
        case .enabled: UInt8(ascii: "n")
        case .disabled: UInt8(ascii: "d")
        case .stop: UInt8(ascii: "s")
        }
    }
}
