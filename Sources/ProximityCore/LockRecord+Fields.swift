extension LockRecord {
    /// The kernel's name of the watched switch.
    public var switchName: String { subjectWords.first ?? "" }

    /// What entering the foreground does.
    public var policy: Policy? { subjectWords.dropFirst().first.flatMap { Policy(rawValue: $0) } }

    /// Whether on and off are swapped at the input.
    public var isInverted: Bool { subjectWords.last == "inverted" }

    /// The path of the device, nothing while that is not known.
    public var device: String? { field("device") }

    private var subjectWords: [String] { subject.split(separator: " ").map { String($0) } }

    /// Reads a text of the records' ending.
    ///
    /// In a text of json a quote has a backslash before it, so a key is found only where it is one.
    private func field(_ key: String) -> String? {
        let opening = "\"\(key)\":\"".unicodeScalars
        var rest = String(decoding: ending, as: UTF8.self).unicodeScalars[...]
        while !rest.starts(with: opening) {
            if rest.popFirst() == nil { return nil }
        }
        rest = rest.dropFirst(opening.count)
        var text = String.UnicodeScalarView()
        while let scalar = rest.popFirst() {
            if scalar == "\"" { return String(text) }
            guard scalar == "\\" else {
                text.append(scalar)
                continue
            }
            guard let escaped = rest.popFirst() else { return nil }
            if escaped == "u" {
                let number = UInt32(String(rest.prefix(4)), radix: 16)
                guard let named = number.flatMap({ Unicode.Scalar($0) }) else { return nil }
                text.append(named)
                rest = rest.dropFirst(4)
            } else {
                text.append(escaped)
            }
        }
        return nil
    }
}
