/// One published state of the switch.
public struct Record: Equatable, Sendable {
    /// What was so.
    public let snapshot: Snapshot
    /// The count of records, from 1; 0 in a record that no bridge made.
    public let sequence: UInt64
    /// When the cause happened.
    public let cause: Timestamp
    /// The same moment in microseconds since the Unix epoch.
    public let wallMicroseconds: Int64
    /// What the cause was.
    public let reason: Reason
    /// What it is about.
    public let identity: Identity

    /// Makes a record of its parts.
    public init(
        snapshot: Snapshot,
        sequence: UInt64,
        cause: Timestamp,
        wallMicroseconds: Int64,
        reason: Reason,
        identity: Identity
    ) {
        self.snapshot = snapshot
        self.sequence = sequence
        self.cause = cause
        self.wallMicroseconds = wallMicroseconds
        self.reason = reason
        self.identity = identity
    }

    /// Tells whether `form` shows both records alike, `seq`, `time`, `monotonic`, `reason` aside.
    public func looks(like other: Record, in form: RecordForm) -> Bool {
        switch form {
        case .word: snapshot.state == other.snapshot.state
        case .waybar:
            snapshot.state == other.snapshot.state && snapshot.basis == other.snapshot.basis
        case .json: snapshot == other.snapshot && identity == other.identity
        }
    }
}
