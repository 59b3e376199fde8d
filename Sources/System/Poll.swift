#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// What can be seen of a descriptor.
///
/// The corresponding C type is the events of `struct pollfd`.
public struct PollEvents: OptionSet, Sendable {
    /// The C value.
    public let rawValue: Int16
    /// Makes events of their C value.
    public init(rawValue: Int16) { self.rawValue = rawValue }
    /// `POLLIN`.
    public static let readable = PollEvents(rawValue: Int16(POLLIN))
    /// `POLLOUT`.
    public static let writable = PollEvents(rawValue: Int16(POLLOUT))
    /// `POLLERR`: of the write end of a pipe, the last reader has left.
    public static let error = PollEvents(rawValue: Int16(POLLERR))
    /// `POLLHUP`: of the read end of a pipe, the last writer has left.
    public static let hangUp = PollEvents(rawValue: Int16(POLLHUP))
    /// `POLLNVAL`: the descriptor is not open.
    public static let invalid = PollEvents(rawValue: Int16(POLLNVAL))
    /// What is told without being asked for, once the other side is gone.
    public static let gone: PollEvents = [.error, .hangUp, .invalid]
}

/// A set of numbered slots, each of which waits for one descriptor or for none.
public struct Poll: Sendable {
    private var slots = InlineArray<8, _>(repeating: pollfd(fd: -1, events: 0, revents: 0))
    private let slotCount: Int

    /// Makes a set of empty slots, at most 8.
    public init(slotCount: Int) {
        precondition(slotCount <= 8)
        self.slotCount = slotCount
    }

    /// Makes a slot wait; with no events it hears only that the other side is gone.
    public mutating func watch(
        _ slot: Int,
        _ descriptor: borrowing FileDescriptor,
        for events: PollEvents
    ) {
        slots[slot] = pollfd(fd: descriptor.rawValue, events: events.rawValue, revents: 0)
    }

    /// Empties a slot.
    public mutating func ignore(_ slot: Int) {
        slots[slot] = pollfd(fd: -1, events: 0, revents: 0)
    }

    /// What the last wait saw in a slot.
    public subscript(slot: Int) -> PollEvents { PollEvents(rawValue: slots[slot].revents) }

    /// Waits until something is seen, for ever or for at most so many milliseconds.
    ///
    /// The corresponding C function is `poll`.
    public mutating func wait(milliseconds: Int32?) throws(Errno) {
        let count = nfds_t(slotCount)
        _ = try valueOrErrno {
            unsafe withUnsafeMutablePointer(to: &slots) { slots in
                unsafe slots.withMemoryRebound(to: pollfd.self, capacity: Int(count)) { first in
                    unsafe poll(first, count, milliseconds ?? -1)
                }
            }
        }
    }
}

extension FileDescriptor {
    /// Looks at once what can be seen of it.
    ///
    /// The corresponding C function is `poll`.
    public func pollNow(for events: PollEvents) throws(Errno) -> PollEvents {
        var slot = pollfd(fd: rawValue, events: events.rawValue, revents: 0)
        _ = try valueOrErrno { unsafe poll(&slot, 1, 0) }
        return PollEvents(rawValue: slot.revents)
    }
}
