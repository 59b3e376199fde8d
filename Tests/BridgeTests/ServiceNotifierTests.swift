import Glibc
import ProximityCore
import System
import Testing

@testable import Bridge

// The environment belongs to a whole process.
struct ServiceNotifierTests {
    /// The service manager's end.
    private struct Manager {
        let number: Int32

        /// Makes one, and the environment that it gives to a service.
        init(in folder: FilePath, watchdog: String? = nil, process: String? = nil) throws {
            let path = folder.appending("socket").description
            let type = Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
            number = socket(AF_UNIX, type, 0)
            let bound = number
            var name = sockaddr_un()
            name.sun_family = sa_family_t(AF_UNIX)
            withUnsafeMutableBytes(of: &name.sun_path) { $0.copyBytes(from: path.utf8) }
            unlink(path)
            let result = withUnsafePointer(to: &name) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(bound, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
                }
            }
            try #require(result == 0)
            setenv("NOTIFY_SOCKET", path, 1)
            unsetenv("WATCHDOG_USEC")
            unsetenv("WATCHDOG_PID")
            if let watchdog { setenv("WATCHDOG_USEC", watchdog, 1) }
            if let process { setenv("WATCHDOG_PID", process, 1) }
        }

        /// All messages since it was asked last.
        func messages() -> [String] {
            var messages: [String] = []
            var buffer = [UInt8](repeating: 0, count: 4_096)
            while case let count = read(number, &buffer, buffer.count), count >= 0 {
                messages.append(String(decoding: buffer.prefix(count), as: UTF8.self))
            }
            return messages
        }
    }

    private static let words = Sample.configuration().words

    private static func notifier() -> ServiceNotifier {
        var diagnostics = Diagnostics()
        return ServiceNotifier(&diagnostics)
    }

    @Test func `the manager hears of the start, of each other state, and of the end`() async {
        await #expect(processExitsWith: .success) {
            try withFolder { folder in
                let manager = try Manager(in: folder)
                var notifier = Self.notifier()
                notifier.tell(.on, Self.words)
                #expect(manager.messages() == [], "not before the start is over")
                notifier.ready(.off, Self.words)
                for state in [.off, .on, .on, .unknown] as [SwitchState] {
                    notifier.tell(state, Self.words)
                }
                notifier.stopping()
                #expect(
                    manager.messages() == [
                        "READY=1\nSTATUS=open\n", "STATUS=closed\n", "STATUS=unknown\n",
                        "STOPPING=1\n",
                    ]
                )
                notifier.feedWatchdog()
                #expect(notifier.dueAt == nil)
                #expect(manager.messages() == [])
            }
        }
    }

    @Test func `the watchdog is fed at half its time, if it is meant for this process`() async {
        await #expect(processExitsWith: .success) {
            try withFolder { folder in
                let own = String(getpid())
                for (time, process, isMeant) in [
                    ("60000000", nil, true), ("60000000", own, true), ("60000000", "1", false),
                    (nil, own, false), ("0", own, false), ("-5", own, false), ("x", own, false),
                ] as [(String?, String?, Bool)] {
                    let manager = try Manager(in: folder, watchdog: time, process: process)
                    var notifier = Self.notifier()
                    #expect(notifier.dueAt == nil)
                    let before = Clock.monotonicMicroseconds
                    notifier.ready(.off, Self.words)
                    let due = notifier.dueAt?.microseconds
                    #expect((due != nil) == isMeant, "\(time ?? "none") \(process ?? "none")")
                    if let due {
                        let after = Clock.monotonicMicroseconds
                        #expect((before + 30_000_000...after + 30_000_000).contains(due))
                    }
                    notifier.feedWatchdog()
                    #expect(manager.messages().count == 1, "nothing is due yet")
                    close(manager.number)
                }
            }
        }
    }

    @Test func `what is due is sent and due again`() async {
        await #expect(processExitsWith: .success) {
            try withFolder { folder in
                let manager = try Manager(in: folder, watchdog: "2")
                var notifier = Self.notifier()
                notifier.ready(.off, Self.words)
                let due = notifier.dueAt
                let first = try #require(due)
                while Clock.monotonicMicroseconds <= first.microseconds {}
                notifier.feedWatchdog()
                #expect(manager.messages().last == "WATCHDOG=1\n")
                let second = notifier.dueAt
                #expect(second ?? first > first)
            }
        }
    }

    @Test func `without a manager nothing is due and nothing fails`() async {
        await #expect(processExitsWith: .success) {
            unsetenv("NOTIFY_SOCKET")
            setenv("WATCHDOG_USEC", "60000000", 1)
            var notifier = Self.notifier()
            notifier.ready(.off, Self.words)
            notifier.tell(.on, Self.words)
            notifier.feedWatchdog()
            notifier.stopping()
            #expect(notifier.dueAt == nil)
        }
    }
}
