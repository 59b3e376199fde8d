/// The lines of a libinput recording, made into what a YAML parser can take.
///
/// libinput writes a device's name as it is between two quotes, whatever it has in it, and tells the
/// states of the switches in comments.
struct LibinputLines {
    private var lines: LineReader
    /// The states told in comments, for each device in order.
    private(set) var states: [[UInt16: Bool]] = []
    private var commentedType: Int?
    private var commentedCode: UInt16?
    /// Whether what comes is the rest of a name with line ends in it.
    private var isNameOpen = false

    /// What is wrong with the lines themselves.
    private(set) var failure: RecordingError?
    /// Whether the last line had an end.
    private(set) var isWhole = true

    init(_ lines: LineReader) {
        self.lines = lines
    }

    /// Gives the next line with its end, nothing at the end.
    mutating func next() -> [UInt8] {
        do throws(RecordingError) {
            guard try lines.advance() else { return [] }
        } catch {
            failure = error
            return []
        }
        isWhole = lines.isWhole
        let text = String(decoding: lines.text, as: UTF8.self)
        return Array((harmless(text) + "\n").utf8)
    }

    private mutating func harmless(_ text: String) -> String {
        let body = text.drop { $0 == " " }
        if body.hasPrefix("#") {
            // A name with line ends in it spoils this comment too.
            isNameOpen = body.hasPrefix("# Name:")
            takeComment(body)
            return ""
        }
        if body.hasPrefix("- node:") {
            states.append([:])
        } else if let name = quotedName(body) {
            isNameOpen = !name.isClosed
            return String(text.prefix(text.count - body.count)) + "name: \"\(name.text)\""
        } else if isNameOpen {
            isNameOpen = !body.hasSuffix("\"")
            return ""
        }
        return String(text.unicodeScalars.map { isControl($0) ? " " : Character($0) })
    }

    /// Takes a name out of its quotes and escapes what is in it.
    private func quotedName(_ body: Substring) -> (text: String, isClosed: Bool)? {
        guard body.hasPrefix("name: \"") else { return nil }
        var inside = body.dropFirst("name: \"".count)
        let isClosed = inside.hasSuffix("\"")
        if isClosed { inside = inside.dropLast() }
        let text = inside.unicodeScalars.map { scalar in
            switch scalar {
            case "\"", "\\": "\\\(scalar)"
            case _ where isControl(scalar): "\\u" + fourDigits(scalar.value)
            default: String(scalar)
            }
        }
        return (text.joined(), isClosed)
    }

    private mutating func takeComment(_ body: Substring) {
        let words = body.split(separator: " ").dropFirst()
        switch (words.first, words.dropFirst().first) {
        case ("Event", "type"): commentedType = words.dropFirst(2).first.flatMap { Int($0) }
        case ("Event", "code"): commentedCode = words.dropFirst(2).first.flatMap { UInt16($0) }
        case ("State", let value?):
            guard commentedType == Int(RecordedEvent.switch), let code = commentedCode,
                let value = Int(value), !states.isEmpty
            else { return }
            states[states.count - 1][code] = value != 0
        default: break
        }
    }

    private func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory == .control || !isPrintableInYAML(scalar)
    }

    /// What YAML 1.1 lets stand for itself, beyond control characters.
    private func isPrintableInYAML(_ scalar: Unicode.Scalar) -> Bool {
        scalar != "\u{feff}" && scalar.value != 0xfffe && scalar.value != 0xffff
    }

    private func fourDigits(_ value: UInt32) -> String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
    }
}
