/// All that the tracker remembers of the past.
///
/// No time in it ever moves back.
public struct Memory: Equatable, Sendable {
    /// What the switch last gave, nothing before the first reading.
    public var reported: Bool?
    /// When `reported` was last known to hold.
    public var knownAt: Timestamp?
    /// When the switch was last read.
    public var readAt: Timestamp?
    /// When the switch last changed.
    public var changedAt: Timestamp?
    /// The time up to which an on is not believed.
    public var doubtedAt: Timestamp?
    /// The newest stamp of a focus message.
    public var newestAt: Timestamp?
    /// Who is in front.
    public var focus: Focus

    /// Makes the memory of a tracker that has seen nothing yet.
    public init(focus: Focus) {
        self.focus = focus
    }
}
