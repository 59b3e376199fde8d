internal import CSystem

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// An option of a command line.
public struct CommandOption: Sendable {
    /// The name after two hyphens.
    public let longName: String
    /// The letter after one hyphen, if it has one.
    public let letter: Character?
    /// Whether it takes a value.
    public let takesValue: Bool

    /// Describes an option.
    public init(_ longName: String, _ letter: Character? = nil, takesValue: Bool = false) {
        self.longName = longName
        self.letter = letter
        self.takesValue = takesValue
    }
}

/// A command line taken apart by GNU conventions.
///
/// The corresponding C function is `getopt_long`, which also prints what is wrong.
public struct ScannedArguments: Sendable {
    /// The options in order: their index among those described, and their value's bytes.
    public private(set) var options: [(index: Int, value: [UInt8])] = []
    /// What is not an option.
    public private(set) var operands: [[UInt8]] = []
    /// Whether something was wrong, which standard error has been told.
    public private(set) var isInvalid = false

    /// Takes the arguments of this process apart.
    ///
    /// `programName` starts the messages.
    public init(programName: String, options described: [CommandOption]) {
        let arguments = unsafe CommandLine.unsafeArgv
        let count = CommandLine.argc
        // getopt's messages begin with the zeroth argument, which may be a long path.
        let name = unsafe strdup(programName)
        if count > 0 { unsafe arguments[0] = name }
        let names = unsafe described.map { unsafe strdup($0.longName) }
        defer { unsafe names.forEach { unsafe free($0) } }
        var long = unsafe described.indices.map { index in
            unsafe option(
                name: names[index],
                has_arg: described[index].takesValue ? 1 : 0,
                flag: nil,
                val: Int32(1000 + index)
            )
        }
        unsafe long.append(option(name: nil, has_arg: 0, flag: nil, val: 0))
        let short = described.map { option in
            option.letter.map { String($0) + (option.takesValue ? ":" : "") } ?? ""
        }.joined()
        csystem_reset_getopt()
        while true {
            let code = unsafe getopt_long(count, arguments, short, long, nil)
            if code == -1 { break }
            let index =
                code >= 1000
                ? Int(code) - 1000
                : described.firstIndex { $0.letter?.asciiValue == UInt8(truncatingIfNeeded: code) }
            guard let index, code != 63 else {
                isInvalid = true
                continue
            }
            options.append((index, unsafe bytes(of: csystem_optarg())))
        }
        for index in Int(csystem_optind())..<Int(max(count, csystem_optind())) {
            operands.append(unsafe bytes(of: arguments[index]))
        }
    }
}

/// The bytes of a C string without its NUL; none for a null pointer.
func bytes(of text: UnsafePointer<CChar>?) -> [UInt8] {
    guard let text = unsafe text else { return [] }
    return unsafe UnsafeBufferPointer(start: text, count: strlen(text)).map {
        UInt8(bitPattern: $0)
    }
}
