import ProximityCore

@testable import Recording

/// Hands out bytes in pieces of a size, as a pipe may.
func source(_ bytes: [UInt8], piece: Int = 1 << 16) -> RecordingReader.Source {
    var rest = bytes[...]
    return { buffer, limit in
        let taken = rest.prefix(min(piece, limit))
        buffer.replaceSubrange(0..<taken.count, with: taken)
        rest = rest.dropFirst(taken.count)
        return taken.count
    }
}

/// All that a recording tells, and what is wrong with it.
func read(
    _ text: String,
    piece: Int = 1 << 16
) -> (items: [RecordingItem], error: RecordingError?) {
    read(Array(text.utf8), piece: piece)
}

/// All that a recording tells, and what is wrong with it.
func read(
    _ bytes: [UInt8],
    piece: Int = 1 << 16
) -> (items: [RecordingItem], error: RecordingError?) {
    var reader = RecordingReader(source(bytes, piece: piece))
    var items: [RecordingItem] = []
    do throws(RecordingError) {
        while let item = try reader.next() { items.append(item) }
        // The end stays the end.
        if let more = try reader.next() { items.append(more) }
        return (items, nil)
    } catch {
        return (items, error)
    }
}

func event(_ microseconds: Int64, _ type: UInt16, _ code: UInt16, _ value: Int32) -> RecordingItem {
    .event(
        RecordedEvent(
            type: type,
            code: code,
            value: value,
            at: Timestamp(microseconds: microseconds)
        )
    )
}

extension Sequence<RecordingItem> {
    /// The devices among the items.
    var devices: [RecordedDevice] {
        compactMap { item in
            if case .device(let device) = item { device } else { nil }
        }
    }
}
