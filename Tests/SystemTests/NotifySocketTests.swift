import Glibc
import Testing

@testable import System

// The environment belongs to a whole process.
struct NotifySocketTests {
    /// A socket that waits at an address, which a NUL may begin (`unix(7)`).
    private static func manager(at address: [UInt8]) throws -> Int32 {
        let type = Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
        let number = socket(AF_UNIX, type, 0)
        var name = sockaddr_un()
        name.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &name.sun_path) { $0.copyBytes(from: address) }
        let length = socklen_t(2 + address.count)
        let result = withUnsafePointer(to: &name) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(number, $0, length) }
        }
        try #require(result == 0)
        return number
    }

    private static func receive(_ manager: Int32) -> String? {
        var buffer = [UInt8](repeating: 0, count: 4_096)
        let count = read(manager, &buffer, buffer.count)
        return count < 0 ? nil : String(decoding: buffer.prefix(count), as: UTF8.self)
    }

    @Test func `what is sent arrives whole, at a path or at an abstract name`() async {
        await #expect(processExitsWith: .success) {
            try withFolder { folder in
                let path = folder.appending("socket")
                let abstract = Array("proxbridge-test-\(getpid())".utf8)
                let addresses: [(String, [UInt8])] = [
                    (path.description, path.bytes + [0]),
                    ("@" + String(decoding: abstract, as: UTF8.self), [0] + abstract),
                ]
                for (name, address) in addresses {
                    let manager = try Self.manager(at: address)
                    setenv("NOTIFY_SOCKET", name, 1)
                    guard let socket = try NotifySocket.open() else {
                        Issue.record("\(name)")
                        continue
                    }
                    try socket.send("READY=1\nSTATUS=open\n")
                    try socket.send("STOPPING=1\n")
                    #expect(Self.receive(manager) == "READY=1\nSTATUS=open\n", "\(name)")
                    #expect(Self.receive(manager) == "STOPPING=1\n")
                }
            }
        }
    }

    @Test func `without an address, or with one of another kind, there is no socket`() async {
        await #expect(processExitsWith: .success) {
            for address in [nil, "", "relative", "vsock:2:1234"] {
                unsetenv("NOTIFY_SOCKET")
                if let address { setenv("NOTIFY_SOCKET", address, 1) }
                let socket = try NotifySocket.open()
                #expect((socket == nil) == true, "\(address ?? "none")")
            }
        }
    }

    @Test func `a manager that does not read, or is not there, is not waited for`() async {
        await #expect(processExitsWith: .success) {
            try withFolder { folder in
                let path = folder.appending("socket")
                setenv("NOTIFY_SOCKET", path.description, 1)
                guard let socket = try NotifySocket.open() else { throw Errno.noSuchDevice }
                #expect(errno { try socket.send("x") } == .noSuchFileOrDirectory)
                let manager = try Self.manager(at: path.bytes + [0])
                alarm(60)
                var error: Errno?
                while error == nil { error = errno { try socket.send("x") } }
                alarm(0)
                #expect(error == .wouldBlock)
                close(manager)
                #expect(errno { try socket.send("x") } == Errno(rawValue: ECONNREFUSED))
            }
        }
    }

    @Test func `an address longer than the kernel takes is an error`() async {
        await #expect(processExitsWith: .success) {
            setenv("NOTIFY_SOCKET", "/" + String(repeating: "x", count: 200), 1)
            guard let socket = try NotifySocket.open() else { throw Errno.noSuchDevice }
            #expect(errno { try socket.send("x") } == .invalidArgument)
        }
    }
}
