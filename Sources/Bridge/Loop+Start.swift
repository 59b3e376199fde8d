internal import Evdev
internal import ProximityCore
internal import System

// What has to be had before the device is opened.
extension Loop {
    /// Makes the runtime folder, if a file in it is used.
    static func makeFolder(_ configuration: Configuration) throws(BridgeError) {
        guard let folder = configuration.runtimeFolder else { return }
        try folder.make(
            for: configuration.shortName,
            isShared: (configuration.focusMode ?? 0) & 0o070 != 0
        )
    }

    /// Opens the source of focus messages.
    static func openFocus(
        _ configuration: Configuration,
        _ diagnostics: inout Diagnostics
    ) throws(BridgeError) -> FocusSource {
        switch configuration.focusOrigin {
        case .none: return FocusSource(pipe: nil)
        case .standardInput: return FocusSource(standardInput: ())
        case .pipe(let path, let isDefault):
            let pipe = try FocusPipe.open(
                path,
                isDefault: isDefault,
                mode: configuration.focusMode,
                &diagnostics
            )
            if pipe.isSame(as: .standardOutput) {
                throw BridgeError("standard output is the focus FIFO \(printable(path)) itself")
            }
            return FocusSource(pipe: pipe)
        }
    }
}

extension Configuration {
    /// The short name of the switch.
    var shortName: String { SwitchProfile(kernelName: code.name).shortName }

    /// One line for people: what is watched, where the state goes, where focus is read.
    func summary(name: String?) -> String {
        let focus =
            switch focusOrigin {
            case .none: "from nowhere"
            case .standardInput: "from standard input"
            case .pipe(let path, _): "from \(printable(path))"
            }
        return "watching \(code.name) on \(printable(device)) (\(printable(name ?? "")));"
            + " state in \(statePath.map { printable($0) } ?? "no file"); focus \(focus)"
    }
}
