internal import ProximityCore

/// What happened, what a plain reader says, what proxbridge says and why: a row for each.
struct Timeline {
    private static let reset = "\u{1b}[0m"
    private static let highlight = "\u{1b}[1;33m"

    private let words: Words
    private let isColored: Bool
    private let width: Int
    private var isWrong = false
    private var last: Timestamp?
    private var first: Timestamp?
    private var wrongMicroseconds: Int64 = 0

    /// Makes a timeline for a switch; `isColored` lets rows that differ stand out on a terminal.
    init(words: Words, isColored: Bool) {
        self.words = words
        self.isColored = isColored
        width = SwitchState.allCases.map { words[$0].count }.max() ?? 0
    }

    /// The line above the rows.
    var header: [UInt8] {
        line("time", "what happened", "plain reader", "proxbridge", "why")
    }

    /// Makes a row of a moment.
    mutating func row(
        _ what: String,
        at time: Timestamp,
        plain: SwitchState,
        _ snapshot: Snapshot
    ) -> [UInt8] {
        count(until: time)
        isWrong = plain != snapshot.state
        let text = line(
            time.text,
            what,
            words[plain],
            words[snapshot.state] + (isWrong ? "  <--" : ""),
            snapshot.basis.explanation
        )
        guard isColored && isWrong else { return text }
        return Array(Self.highlight.utf8) + text.dropLast() + Array((Self.reset + "\n").utf8)
    }

    /// How long a plain reader was wrong, in one line.
    mutating func summary(until end: Timestamp) -> [UInt8] {
        count(until: end)
        let all = Timestamp(microseconds: end.microseconds - (first ?? end).microseconds)
        let wrong = Timestamp(microseconds: wrongMicroseconds)
        return Array("A plain reader was wrong for \(wrong.text) of \(all.text) seconds.\n".utf8)
    }

    /// Adds up the time since the last row.
    private mutating func count(until time: Timestamp) {
        if let last, isWrong { wrongMicroseconds += time.microseconds - last.microseconds }
        first = first ?? time
        last = time
    }

    private func line(
        _ time: String,
        _ what: String,
        _ plain: String,
        _ state: String,
        _ cause: String
    ) -> [UInt8] {
        let cells = [
            padded(time, to: 13, isRight: true), padded(what, to: 22),
            padded(plain, to: max(width, 12)), padded(state, to: max(width + 5, 12)), cause,
        ]
        return Array((cells.joined(separator: "  ") + "\n").utf8)
    }

    private func padded(_ text: String, to width: Int, isRight: Bool = false) -> String {
        let blanks = String(repeating: " ", count: max(0, width - text.count))
        return isRight ? blanks + text : text + blanks
    }
}
