import Foundation
import Glibc
import System
import Testing

@testable import Evdev

struct InputNodeTests {
    @Test(arguments: ["/dev/null", "/dev/tty", "/dev", "/etc/passwd", "/proc/self/exe"])
    func `what is no event device is none`(path: String) throws {
        #expect(try InputNode.at(FilePath(path)) == nil)
    }

    @Test func `a FIFO is no event device, and is not opened to see that`() throws {
        try withFIFO { fifo in
            // To open it for reading would wait for a writer, and so never come back.
            let node = try InputNode.at(FilePath(fifo))
            #expect(node == nil)
        }
    }

    @Test func `a path that leads nowhere is an error`() throws {
        try withFIFO { fifo in
            let cases: [(String, Errno)] = [
                (fifo + ".missing", .noSuchFileOrDirectory), (fifo + "/below", .notDirectory),
                ("", .noSuchFileOrDirectory),
            ]
            for (path, wanted) in cases {
                #expect(throws: wanted, "\(path)") { try InputNode.at(FilePath(path)) }
            }
            let link = fifo + ".link"
            try #require(symlink("missing", link) == 0)
            #expect(throws: Errno.noSuchFileOrDirectory) { try InputNode.at(FilePath(link)) }
        }
    }

    @Test func `the list of this machine is the kernel's`() throws {
        let nodes = try InputNode.all()
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/sys/class/input")) ?? []
        let numbers = names.filter { $0.hasPrefix("event") }.compactMap { Int($0.dropFirst(5)) }
        let paths = numbers.sorted().map { FilePath("/dev/input/event\($0)") }
        #expect(nodes.map(\.path) == paths)
        for node in nodes {
            #expect(node.switches == node.switches.sorted { $0.rawValue < $1.rawValue })
        }
    }

    private func withFIFO(_ body: (String) throws -> Void) throws {
        var template = Array("/tmp/proxbridge-XXXXXX".utf8CString)
        try #require(mkdtemp(&template) != nil)
        let folder = String(decoding: template.dropLast().map { UInt8($0) }, as: UTF8.self)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try #require(mkfifo(folder + "/fifo", 0o600) == 0)
        try body(folder + "/fifo")
    }
}
