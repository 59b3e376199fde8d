internal import CSystem

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

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

    /// Takes arguments apart; `programName` starts the messages.
    public init(
        programName: String,
        arguments: [[UInt8]],
        options described: [CommandOption]
    ) {
        let names = CStrings(described.map { Array($0.longName.utf8) })
        let vector = CStrings([Array(programName.utf8)] + arguments)
        var long = unsafe described.indices.map { index in
            unsafe option(
                name: names.pointers[index],
                has_arg: described[index].takesValue ? 1 : 0,
                flag: nil,
                val: Int32(Self.firstCode + index)
            )
        }
        unsafe long.append(option(name: nil, has_arg: 0, flag: nil, val: 0))
        let short = described.map { option in
            option.letter.map { String($0) + (option.takesValue ? ":" : "") } ?? ""
        }.joined()
        let count = Int32(arguments.count + 1)
        csystem_reset_getopt()
        while true {
            let code = unsafe vector.pointers.withUnsafeMutableBufferPointer { vector in
                guard let start = vector.baseAddress else { return Int32(-1) }
                return unsafe getopt_long(count, start, short, long, nil)
            }
            if code == -1 { break }
            if let index = Self.index(of: Int(code), in: described) {
                options.append((index, unsafe bytes(of: csystem_optarg())))
            } else {
                isInvalid = true
            }
        }
        // The scan has moved what is no option to the end.
        withExtendedLifetime(names) {}
        operands = unsafe vector.pointers[Int(csystem_optind())..<Int(count)].map {
            unsafe bytes(of: $0)
        }
    }

    /// The codes by which getopt tells long options; letters are smaller.
    private static let firstCode = 1000

    private static func index(of code: Int, in described: [CommandOption]) -> Int? {
        if code >= firstCode { return code - firstCode }
        return described.firstIndex { $0.letter?.asciiValue.map { Int($0) } == code }
    }
}

/// C strings, which live as long as this does.
@safe private final class CStrings {
    var pointers: [UnsafeMutablePointer<CChar>?]

    init(_ texts: [[UInt8]]) {
        unsafe pointers = texts.map { text in unsafe strdup(FilePath(bytes: text).characters) }
        unsafe pointers.append(nil)
    }

    deinit {
        unsafe pointers.forEach { unsafe free($0) }
    }
}

/// The bytes of a C string without its NUL; none for a null pointer.
func bytes(of text: UnsafePointer<CChar>?) -> [UInt8] {
    guard let text = unsafe text else { return [] }
    return unsafe UnsafeBufferPointer(start: text, count: strlen(text)).map {
        UInt8(bitPattern: $0)
    }
}
