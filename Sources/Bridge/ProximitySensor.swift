internal import System

/// Proximity sensors of the industrial I/O subsystem, which are no switches and are not read.
public enum ProximitySensor {
    /// Lists their names, such as `iio:device0`.
    public static func names() -> [String] {
        let root = FilePath("/sys/bus/iio/devices")
        return ((try? FileSystem.names(in: root)) ?? []).sorted().filter { name in
            let attributes = (try? FileSystem.names(in: root.appending(name))) ?? []
            return attributes.contains { $0.hasPrefix("in_proximity") }
        }
    }
}
