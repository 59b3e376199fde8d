public import ProximityCore

/// One thing that a recording tells, in the order that it was written.
public enum RecordingItem: Equatable, Sendable {
    /// A device begins; what follows is about it.
    case device(RecordedDevice)
    /// The kernel sent an event.
    case event(RecordedEvent)
    /// The bridge that made the recording did, or was told, something.
    case note(RecordingNote, at: Timestamp)
    /// The last line is not whole, and is left out.
    case cutOff(line: Int)
}
