internal import CSystem

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// The socket of the service manager that started this process (`sd_notify(3)`).
public struct NotifySocket: ~Copyable {
    private let descriptor: FileDescriptor
    private let address: [UInt8]

    /// Opens a socket for the address in `$NOTIFY_SOCKET`: a path, or `@` and an abstract name.
    ///
    /// - Returns: The socket, nothing if there is no address, or one of another kind.
    /// - Throws: What the kernel says.
    public static func open() throws(Errno) -> NotifySocket? {
        guard let path = CurrentProcess.environment("NOTIFY_SOCKET")?.bytes else { return nil }
        let isAbstract = path.first == UInt8(ascii: "@")
        guard isAbstract || path.first == UInt8(ascii: "/") else { return nil }
        let rawValue = try valueOrErrno {
            socket(AF_UNIX, Int32(csystem_sock_datagram), 0)
        }
        let descriptor = FileDescriptor(owning: rawValue)
        // An abstract name begins with a NUL and has none at its end (unix(7)).
        return NotifySocket(
            descriptor: descriptor,
            address: isAbstract ? [0] + path.dropFirst() : path + [0]
        )
    }

    private init(descriptor: consuming FileDescriptor, address: [UInt8]) {
        self.descriptor = descriptor
        self.address = address
    }

    /// Sends assignments, a line each, without waiting for the manager to take them.
    ///
    /// The corresponding C function is `sendto`.
    /// - Throws: What the kernel says, `EAGAIN` if the manager does not read.
    public func send(_ text: String) throws(Errno) {
        var name = sockaddr_un()
        name.sun_family = sa_family_t(AF_UNIX)
        let capacity = MemoryLayout.size(ofValue: name.sun_path)
        guard address.count <= capacity else { throw .invalidArgument }
        unsafe withUnsafeMutableBytes(of: &name.sun_path) { unsafe $0.copyBytes(from: address) }
        let length = socklen_t(MemoryLayout<sockaddr_un>.size - capacity + address.count)
        let bytes = Array(text.utf8)
        let rawValue = descriptor.rawValue
        let flags = Int32(csystem_send_flags)
        _ = try valueOrErrno {
            unsafe withUnsafePointer(to: &name) { pointer in
                unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { target in
                    unsafe sendto(rawValue, bytes, bytes.count, flags, target, length)
                }
            }
        }
    }
}
