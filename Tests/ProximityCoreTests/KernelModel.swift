import ProximityCore

/// What evdev does for one client of a switch: drivers/input/evdev.c, and input.c above it.
struct KernelModel {
    enum Entry {
        case change(isOn: Bool, at: Timestamp)
        case dropped(at: Timestamp)
    }

    /// Changes that the client's queue holds, each with its `SYN_REPORT`.
    private static let capacity = 32

    private(set) var isOn: Bool
    private(set) var isThere = true
    private var isOpen = false
    private var queue: [Entry] = []
    /// Whether another client holds a grab, and so gets what happens alone.
    var isGrabbed = false
    /// Whether the client could know of every change up to now, had it read its queue.
    private(set) var isAllTold = false

    init(isOn: Bool) {
        self.isOn = isOn
    }

    /// The driver reports a value; one that is the bit already goes no further.
    mutating func report(_ isOn: Bool, at time: Timestamp) {
        guard isThere, isOn != self.isOn else { return }
        self.isOn = isOn
        guard isOpen, !isGrabbed else {
            isAllTold = false
            return
        }
        if queue.count == Self.capacity { queue = [.dropped(at: time)] }
        queue.append(.change(isOn: isOn, at: time))
    }

    mutating func open() {
        isOpen = true
        queue = []
        isAllTold = false
    }

    mutating func close() {
        isOpen = false
        queue = []
        isAllTold = false
    }

    mutating func unplug() {
        isThere = false
        isGrabbed = false
        close()
    }

    mutating func plug(isOn: Bool) {
        isThere = true
        self.isOn = isOn
    }

    /// `EVIOCGSW`, which takes nothing out of the queue.
    mutating func read() -> Bool {
        isAllTold = true
        return isOn
    }

    mutating func next() -> Entry? {
        queue.isEmpty ? nil : queue.removeFirst()
    }

    /// What a client does about `SYN_DROPPED`: it reads the bit, and what is queued is void.
    mutating func synchronize() -> Bool {
        queue = []
        return read()
    }
}
