import Foundation
import Glibc
import System

/// A thread that waits in `open` until somebody reads a FIFO, then writes a line and leaves.
final class BlockedWriter: Sendable {
    private let thread: String
    private let end: Int32

    /// Starts the thread, and comes back once the kernel has it waiting in `open`.
    init(_ path: FilePath, line: String) {
        var ends: [Int32] = [-1, -1]
        pipe(&ends)
        let writeEnd = ends[1]
        Thread {
            var name = Array((readLink("/proc/thread-self") + "\n").utf8)
            write(writeEnd, &name, name.count)
            let descriptor = open(path.description, O_WRONLY | O_CLOEXEC)
            write(descriptor, line, line.utf8.count)
            close(descriptor)
            close(writeEnd)
        }.start()
        end = ends[0]
        var name: [UInt8] = []
        var byte: UInt8 = 0
        while read(end, &byte, 1) == 1, byte != UInt8(ascii: "\n") { name.append(byte) }
        thread = "/proc/" + String(decoding: name, as: UTF8.self)
        while !isWaiting { sched_yield() }
    }

    deinit { close(end) }

    /// Whether it still waits in `open`, which the kernel tells without delay.
    var isWaiting: Bool {
        #if arch(x86_64)
            let openat = "257"
        #else
            let openat = "56"
        #endif
        let call = (try? String(contentsOfFile: thread + "/syscall", encoding: .utf8)) ?? ""
        return call.split(separator: " ").first == openat[...]
    }

    /// Comes back once it has written its line and left.
    func waitUntilDone() {
        var byte: UInt8 = 0
        while read(end, &byte, 1) == 1 {}
    }
}

private func readLink(_ path: String) -> String {
    (try? FileSystem.destination(ofLink: FilePath(path)))?.description ?? ""
}
