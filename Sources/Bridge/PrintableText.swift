public import System

/// Text from outside made fit for one line of a terminal: control characters become `\xNN`.
public func printable(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
        switch scalar {
        case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}":
            result += scalar.value < 0x10 ? "\\x0" : "\\x"
            result += String(scalar.value, radix: 16)
        default: result.unicodeScalars.append(scalar)
        }
    }
    return result
}

/// A path made fit for one line of a terminal.
public func printable(_ path: FilePath) -> String {
    printable(path.description)
}
