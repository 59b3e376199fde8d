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
