public import Evdev
public import System

extension InputNode {
    /// Says who may open the device, and how one becomes someone who may; empty for other errors.
    public func advice(on error: Errno) -> String {
        guard error.isPermissionProblem, let status = try? FileStatus.of(path) else { return "" }
        let owner = Account.userName(status.owner)
        let group = Account.groupName(status.group)
        let mode = String(status.permissions, radix: 8)
        let account = " (owner \(owner), group \(group), mode 0\(mode)); "
        // Whoever may read the switch of such a node may read the keys too, for as long as it is open.
        if hasKeys {
            return account
                + "it has keys too, so 70-proxbridge.rules gives nobody the right: let the"
                + " system service proxbridge@ watch it, or write a udev rule for this device alone"
        }
        return account
            + "a udev rule that tags the device uaccess lets the user of the seat read it,"
            + " such as 70-proxbridge.rules"
    }
}
