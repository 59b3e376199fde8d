/// How a record is written.
public enum RecordForm: String, CaseIterable, Sendable {
    /// The state's word.
    case word
    /// An object on one line.
    case json
    /// What Waybar takes, for standard output only.
    case waybar
}
