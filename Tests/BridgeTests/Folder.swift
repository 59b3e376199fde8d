import Foundation
import Glibc
import System
import Testing

@testable import Bridge

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
    try #require(lstat(path.description, &status) == 0, "\(path)")
    return status
}

/// The twelve mode bits of a path.
func mode(of path: FilePath) throws -> UInt32 {
    try status(of: path).st_mode & 0o7777
}

/// Whether there is anything at a path.
func exists(_ path: FilePath) -> Bool {
    var status = stat()
    return lstat(path.description, &status) == 0
}

/// Makes a file that holds `text`.
func make(_ path: FilePath, _ text: String = "") throws {
    let file = try #require(fopen(path.description, "we"))
    fputs(text, file)
    fclose(file)
}

/// Makes a FIFO with exactly these mode bits.
func makeFIFO(_ path: FilePath, _ permissions: UInt32 = 0o600) throws {
    try #require(mkfifo(path.description, permissions) == 0)
    try #require(chmod(path.description, permissions) == 0)
}

/// What a file holds.
func text(of path: FilePath) throws -> String {
    try String(contentsOfFile: path.description, encoding: .utf8)
}

/// The names in a folder, sorted.
func names(in folder: FilePath) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.description).sorted()
}

/// The error of a call that has to fail with one.
func refusal(
    _ sourceLocation: SourceLocation = #_sourceLocation,
    of call: () throws -> Void
) throws -> BridgeError {
    try #require(throws: BridgeError.self, sourceLocation: sourceLocation, performing: call)
}

/// Another user than this process's; as root it can become that one.
let otherUser: UInt32 = 54_321
