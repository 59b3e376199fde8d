/// What a custom module of Waybar takes (`waybar-custom(5)`, return-type json).
enum WaybarText {
    /// Appends a snapshot as one object, without an end of line.
    static func append(_ snapshot: Snapshot, _ words: Words, to line: inout [UInt8]) {
        let word = words[snapshot.state]
        line += "{\"text\":".utf8
        JSONText.append(escapingMarkup(word), to: &line)
        line += ",\"alt\":".utf8
        JSONText.append(word, to: &line)
        line += ",\"class\":[".utf8
        JSONText.append(word, to: &line)
        line += ",\"\(snapshot.basis.rawValue)\"],\"tooltip\":".utf8
        JSONText.append(escapingMarkup(tooltip(snapshot, words)), to: &line)
        line += "}".utf8
    }

    private static func tooltip(_ snapshot: Snapshot, _ words: Words) -> String {
        switch snapshot.basis {
        case .measured: "\(words[snapshot.state]) (measured)"
        case .assumed:
            "\(words[snapshot.state]) (assumed, the switch says \(words[snapshot.reported]))"
        case .none: "no reading"
        }
    }

    /// Text and tooltip are markup to Waybar.
    private static func escapingMarkup(_ text: String) -> String {
        text.map { character in
            switch character {
            case "&": "&amp;"
            case "<": "&lt;"
            case ">": "&gt;"
            default: String(character)
            }
        }.joined()
    }
}
