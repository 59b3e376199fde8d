import Foundation
import Glibc
import Testing

@testable import System

// Tests that close descriptors, or touch what all threads of a process share, run in a process of
// their own: a child that another test is just starting holds copies of this process's descriptors.

/// Runs `body` on a fresh folder, which is removed afterwards with all that is in it.
func withFolder(_ body: (FilePath) throws -> Void) throws {
    var template = Array("/tmp/proxbridge-XXXXXX".utf8CString)
    try #require(mkdtemp(&template) != nil)
    let folder = FilePath(bytes: template.map { UInt8(bitPattern: $0) })
    defer { try? FileManager.default.removeItem(atPath: folder.description) }
    try body(folder)
}

/// What C knows of a path, no link followed.
func status(of path: FilePath) throws -> stat {
    var status = stat()
    try #require(lstat(path.characters, &status) == 0, "\(path)")
    return status
}

/// The twelve mode bits of a path.
func mode(of path: FilePath) throws -> UInt32 {
    try status(of: path).st_mode & 0o7777
}

/// Makes a file that holds `text`.
func make(_ path: FilePath, _ text: String = "") throws {
    let file = try #require(fopen(path.description, "we"))
    fputs(text, file)
    fclose(file)
}

/// Calls that fail with an error number.
func errno(of call: () throws -> Void) -> Errno? {
    do {
        try call()
        return nil
    } catch {
        return error as? Errno
    }
}
