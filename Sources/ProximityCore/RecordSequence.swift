/// Decides when a record arises, and numbers it.
public struct RecordSequence: Sendable {
    /// The newest record, nothing before the first.
    public private(set) var newest: Record?
    /// What the next records are about.
    public private(set) var identity: Identity

    /// Makes a sequence without records.
    public init(identity: Identity) {
        self.identity = identity
    }

    /// Makes the next records be about `newIdentity`; true if that is another one than before.
    public mutating func identify(_ newIdentity: Identity) -> Bool {
        defer { identity = newIdentity }
        return newIdentity != identity
    }

    /// Makes a record of `snapshot`, unless nothing in it is new.
    ///
    /// `wallOffset` is what `CLOCK_REALTIME` is ahead of `CLOCK_MONOTONIC`, in microseconds.
    public mutating func note(
        _ snapshot: Snapshot,
        reason: Reason,
        at cause: Timestamp,
        wallOffset: Int64
    ) -> Bool {
        let record = Record(
            snapshot: snapshot,
            sequence: (newest?.sequence ?? 0) + 1,
            cause: cause,
            wallMicroseconds: cause.microseconds + wallOffset,
            reason: reason,
            identity: identity
        )
        if newest?.looks(like: record, in: .json) == true { return false }
        newest = record
        return true
    }
}
