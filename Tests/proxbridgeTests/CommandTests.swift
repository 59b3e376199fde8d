import Evdev
import Foundation
import Glibc
import ProximityCore
import System
import Testing

@testable import Bridge
@testable import proxbridge

/// The files of a bridge that has published a lid that is shut.
private struct Remains {
    let folder: FilePath
    var state: FilePath { folder.appending("state") }
    var focus: FilePath { folder.appending("focus") }

    /// Runs `body` beside a bridge, or with what is left of it.
    static func with(isRunning: Bool = true, _ body: (Remains) throws -> Void) throws {
        var template = Array("/tmp/proxbridge-XXXXXX".utf8CString)
        try #require(mkdtemp(&template) != nil)
        let remains = Remains(folder: FilePath(bytes: template.map { UInt8(bitPattern: $0) }))
        defer { try? FileManager.default.removeItem(atPath: remains.folder.description) }
        let lid = SwitchCode(rawValue: 0)
        let target = DeviceTarget.path(FilePath("/dev/input/event4"))
        let configuration = Configuration(target: target, node: nil, code: lid)
        var diagnostics = Diagnostics()
        do {
            let identity = Identity(switchName: lid.name, device: nil, name: nil)
            var configuration = configuration
            configuration.statePath = remains.state
            var publisher = try Publisher(configuration, identity: identity)
            let snapshot = Snapshot(
                state: .on,
                reported: .on,
                basis: .measured,
                focus: .foreground
            )
            _ = publisher.publish(
                snapshot,
                Memory(focus: .foreground),
                reason: .start,
                at: Timestamp(microseconds: 1),
                &diagnostics
            )
            if isRunning { try body(remains) }
        }
        if !isRunning { try body(remains) }
    }
}

struct CommandTests {
    private static func run(_ words: [String]) throws -> Bridge.ExitStatus {
        let options = try options(words)
        return options.command == .state
            ? try StateCommand.run(options) : try FocusCommand.run(options)
    }

    private static func refusal(_ words: [String]) -> BridgeError? {
        do {
            _ = try run(words)
            return nil
        } catch {
            return error as? BridgeError
        }
    }

    @Test(arguments: [(true, "closed", 0), (false, "unknown", 3)])
    func `state prints what the bridge said last, if one runs`(
        isRunning: Bool,
        word: String,
        status: Int32
    ) async throws {
        let result = await #expect(
            processExitsWith: .success,
            observing: [\.standardOutputContent]
        ) { [isRunning, status] in
            try Remains.with(isRunning: isRunning) { remains in
                let state = remains.state.description
                let plain = try Self.run(["state", "--state", state])
                let json = try Self.run(["state", "-o", state, "--json"])
                #expect(plain.rawValue == status && json.rawValue == status)
            }
        }
        let output = try #require(result).standardOutputContent
        let lines = String(decoding: output, as: UTF8.self).split(separator: "\n")
        // The publisher's own word comes first.
        #expect(lines.dropFirst().first == word[...])
        let object = try #require(lines.dropFirst(2).first)
        #expect(object.hasPrefix("{\"v\":1,\"seq\":\(isRunning ? 1 : 0),"))
        #expect(object.contains("\"state\":\"\(word)\""))
    }

    @Test func `a word is compared without a sound, and has to be one of the switch's`() async {
        await #expect(processExitsWith: .success) {
            for (isRunning, word, status) in [
                (true, "closed", 0), (true, "open", 1), (true, "unknown", 1), (false, "closed", 3),
                (false, "open", 3), (false, "unknown", 0),
            ] {
                try Remains.with(isRunning: isRunning) { remains in
                    let words = ["state", "--state", remains.state.description, "--is"]
                    let found = try Self.run(words + [word]).rawValue
                    #expect(found == Int32(status), "\(isRunning) \(word)")
                    let error = try #require(Self.refusal(words + ["near"]))
                    #expect(error.status == .usage)
                    #expect(error.message.hasSuffix("it is one of closed, open, unknown"))
                }
            }
        }
    }

    @Test func `a choice of one switch and one path is a choice too many`() async {
        await #expect(processExitsWith: .success) {
            for words in [
                ["state", "-s", "lid", "-o", "x"], ["focus", "fg", "-s", "lid", "-f", "x"],
                ["state", "--json", "--format=word"],
            ] {
                let error = try #require(Self.refusal(words))
                #expect(error.message.contains("exclude each other"))
                #expect(error.status == .usage)
            }
        }
    }

    @Test func `focus sends a word with the time, and tells if nobody reads it`() async {
        await #expect(processExitsWith: .success) {
            try Remains.with { remains in
                let words = ["--focus", remains.focus.description]
                let missing = try #require(Self.refusal(["focus", "fg"] + words))
                #expect(missing.status == .unknown)
                try #require(mkfifo(remains.focus.description, 0o600) == 0)
                let reader = open(remains.focus.description, O_RDONLY | O_NONBLOCK)
                let before = Clock.monotonicMicroseconds
                #expect(try Self.run(["focus", "BG"] + words) == .done)
                let after = Clock.monotonicMicroseconds
                var buffer = [UInt8](repeating: 0, count: 99)
                let count = read(reader, &buffer, buffer.count)
                let line = try #require(FocusMessage(line: buffer.prefix(max(0, count - 1))))
                #expect(line.word == .background)
                let stamp = try #require(line.stamp).microseconds
                #expect((before...after).contains(stamp))
            }
        }
    }

    @Test func `a word that is no message is refused beside those that are`() async {
        await #expect(processExitsWith: .success) {
            for words in [["focus"], ["focus", "front"], ["focus", ""], ["focus", "fg 1"]] {
                let error = try #require(Self.refusal(words))
                #expect(error.message.hasSuffix("foreground, background, reset, enable, disable"))
                #expect(error.status == .usage)
            }
        }
    }
}
