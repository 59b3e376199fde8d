import Foundation
import Glibc
import ProximityCore
import Synchronization
import System
import Testing

@testable import Bridge

/// What a FIFO and its reader are to make of writers, in the plainest way.
private struct NaivePipe {
    private var unread = ""
    private var line = ""
    private var writerCount = 0
    private(set) var lines: [String] = []

    /// Whether there is something that must not be slept over.
    var isDue: Bool { !unread.isEmpty || (writerCount == 0 && !line.isEmpty) }

    mutating func open() { writerCount += 1 }
    mutating func write(_ text: String) { unread += text }
    mutating func close() { writerCount -= 1 }

    mutating func read() {
        var parts = (line + unread).split(separator: "\n", omittingEmptySubsequences: false)
        line = String(parts.removeLast())
        lines += parts.map(String.init)
        unread = ""
        guard writerCount == 0 else { return }
        lines += [line]
        line = ""
    }
}

extension FocusSourceTests {
    /// Every order of the six steps of two writers, as which of them makes the next one.
    private static let orders: [[Int]] = (0..<64).map { bits in (0..<6).map { bits >> $0 & 1 } }
        .filter { $0.reduce(0, +) == 3 }

    @Test(arguments: [["fg", "bg"], ["fg\n", "bg"], ["fg", "bg\nreset"], ["fg\n", "bg\n"]])
    func `nothing is lost in whatever order two writers and the bridge have their turns`(
        texts: [String]
    ) async {
        await #expect(processExitsWith: .success) { [texts] in
            try withFolder { folder in
                let path = folder.appending("fifo")
                var rig = try FocusRig(.pipe(path, isDefault: false))
                for order in Self.orders {
                    for reads in 0..<64 { try Self.run(order, reads, texts, path, &rig) }
                }
            }
        }
    }

    /// Lets two writers each open, write and close in an order; `reads` has a bit for each step
    /// behind which the bridge has its turn.
    private static func run(
        _ order: [Int],
        _ reads: Int,
        _ texts: [String],
        _ path: FilePath,
        _ rig: inout FocusRig
    ) throws {
        var naive = NaivePipe()
        var lines: [FocusDecoder.Line] = []
        var steps = [0, 0]
        var descriptors: [Int32] = [-1, -1]
        for (index, writer) in order.enumerated() {
            switch steps[writer] {
            case 0:
                descriptors[writer] = open(path.description, O_WRONLY | O_NONBLOCK)
                naive.open()
            case 1:
                write(descriptors[writer], texts[writer], texts[writer].utf8.count)
                naive.write(texts[writer])
            default:
                close(descriptors[writer])
                naive.close()
            }
            steps[writer] += 1
            guard reads >> index & 1 == 1 || index == 5 else { continue }
            let isReady = try rig.isReady()
            #expect(isReady || !naive.isDue, "\(order) \(reads) \(index)")
            guard isReady else { continue }
            lines += try rig.lines()
            naive.read()
            #expect(try rig.isReady() == false, "\(order) \(reads) \(index)")
        }
        #expect(lines == decoded(naive.lines), "\(order) \(reads)")
        #expect(!naive.isDue)
    }

    @Test func `nothing is lost while many writers come and go`() async {
        await #expect(processExitsWith: .success) {
            try withFolder { folder in
                let path = folder.appending("fifo")
                var rig = try FocusRig(.pipe(path, isDefault: false))
                let (writerCount, messageCount) = (4, 250)
                for writer in 0..<writerCount {
                    Thread {
                        for number in 0..<messageCount {
                            let line = "fg \(writer * messageCount + number)\n"
                            let descriptor = open(path.description, O_WRONLY)
                            write(descriptor, line, line.utf8.count)
                            close(descriptor)
                        }
                    }.start()
                }
                var stamps: [Int64] = []
                while stamps.count < writerCount * messageCount {
                    try rig.wait(milliseconds: 5_000)
                    guard try rig.isReady() else { break }
                    for line in try rig.lines() {
                        guard case .message(let message) = line else {
                            Issue.record("\(line)")
                            continue
                        }
                        stamps.append((message.stamp?.microseconds ?? -1) / 1_000_000)
                    }
                }
                #expect(stamps.sorted() == (0..<Int64(writerCount * messageCount)).map { $0 })
            }
        }
    }
}
