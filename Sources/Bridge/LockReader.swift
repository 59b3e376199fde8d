internal import ProximityCore
internal import System

/// Reads lock files, and neither takes nor disturbs anything.
enum LockReader {
    /// The longest lock file, in bytes: a record's line, and half as much again around it.
    static let maximumLength = 2 * Renderer.maximumLength

    /// Reads the record of an open lock file; nothing if there is no whole one.
    static func record(in descriptor: borrowing FileDescriptor) -> LockRecord? {
        // It is written in place; a read that met a write is told by the checksum and repeated. One
        // write takes microseconds, so a hundred torn reads in a row are a broken file.
        for _ in 0..<100 {
            var buffer = [UInt8](repeating: 0, count: maximumLength)
            guard let count = try? descriptor.read(at: 0, into: &buffer) else { return nil }
            if let record = LockRecord(buffer[..<count]) { return record }
            if count == 0 { return nil }
        }
        return nil
    }
}
