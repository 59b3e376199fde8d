internal import CLibevdev

/// What a device's queue gives.
///
/// The corresponding C type is `struct input_event`. Times are on `CLOCK_MONOTONIC`, and missing
/// where the kernel cannot stamp with that clock.
public enum InputEvent: Equatable, Sendable {
    /// A switch changed: `EV_SW`. The value is 0 or 1 unless a driver is out of order.
    case switched(SwitchCode, value: Int32, microseconds: Int64?)
    /// A frame is complete: `SYN_REPORT`.
    case report
    /// Events were lost: `SYN_DROPPED`. The device has to be synchronized before the next event.
    case dropped(microseconds: Int64?)
    /// Of a type that nobody asked for.
    case other

    init(_ event: input_event, isStamped: Bool) {
        let microseconds =
            !isStamped
            ? nil
            : unsafe withUnsafePointer(to: event) {
                unsafe clibevdev_seconds($0) * 1_000_000 + clibevdev_microseconds($0)
            }
        switch (Int32(event.type), Int32(event.code)) {
        case (EV_SW, _):
            self = .switched(
                SwitchCode(rawValue: event.code),
                value: event.value,
                microseconds: microseconds
            )
        case (EV_SYN, SYN_REPORT): self = .report
        case (EV_SYN, SYN_DROPPED): self = .dropped(microseconds: microseconds)
        default: self = .other
        }
    }
}
