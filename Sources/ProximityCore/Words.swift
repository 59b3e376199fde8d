/// The two words of a switch; the third state is always the word unknown.
public struct Words: Equatable, Sendable {
    /// The longest word, in bytes of UTF-8.
    public static let maximumLength = 64

    /// The word for a bit that is set.
    public let on: String
    /// The word for a bit that is clear.
    public let off: String

    init(on: String, off: String) {
        self.on = on
        self.off = off
    }

    /// Parses `ON,OFF`.
    ///
    /// The words differ, hold no blank, comma, or control character, and neither is unknown.
    public init?(_ text: String) {
        // By scalars: a comma that carries a combining mark is a character of another kind.
        let parts = text.unicodeScalars.split(separator: ",", omittingEmptySubsequences: false)
            .map { String($0) }
        guard parts.count == 2, parts[0] != parts[1], parts.allSatisfy(Self.isWord) else {
            return nil
        }
        self.init(on: parts[0], off: parts[1])
    }

    /// The word for a state.
    public subscript(state: SwitchState) -> String {
        switch state {
        case .on: on
        case .off: off
        case .unknown: "unknown"
        }
    }

    /// Finds the state that a word stands for, nothing for a word the switch cannot have.
    public func state(for word: String) -> SwitchState? {
        SwitchState.allCases.first { self[$0] == word }
    }

    /// Tells whether any switch could have that word.
    public static func isPossible(_ word: String) -> Bool {
        word == "unknown" || (isWord(word) && !word.utf8.contains(UInt8(ascii: ",")))
    }

    private static func isWord(_ word: String) -> Bool {
        !word.isEmpty && word != "unknown" && word.utf8.count <= maximumLength
            && !word.unicodeScalars.contains { scalar in
                scalar.properties.isWhitespace || scalar.properties.generalCategory == .control
            }
    }
}
