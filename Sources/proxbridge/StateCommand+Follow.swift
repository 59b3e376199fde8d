import Bridge
import Evdev
import ProximityCore
import System

extension StateCommand {
    /// Prints what the bridge says, and every later record, until nobody reads it any more.
    static func follow(
        _ code: SwitchCode?,
        _ path: FilePath?,
        _ form: RecordForm
    ) throws(BridgeError) -> ExitStatus {
        // Whoever sends it to all processes of this name means bridges.
        CurrentProcess.ignoreReadSignal()
        let profile = code.map { SwitchProfile(kernelName: $0.name) }
        var output = CommandOutput()
        var chosen = path
        var last: (key: String, state: SwitchState)?
        while true {
            var watch = try LockWatch(candidates(code, chosen))
            var found = try find(code, chosen)
            if found?.bridge.isRunning == true, let process = found?.bridge.record?.process {
                watch.watch(process: process)
                found = try find(code, chosen)
            }
            let running = found?.bridge.isRunning == true ? found?.bridge.record : nil
            // One that was found is followed, whichever others appear.
            if running != nil { chosen = found?.statePath }
            let text = line(of: running, as: form, profile)
            let key = form == .json ? running?.json ?? "" : text
            let state = running?.state ?? .unknown
            // That there is no bridge is no news after it has said unknown.
            let isNews = last.map { $0.key != key && (running != nil || $0.state != .unknown) }
            if isNews ?? true {
                try output.write(Array(text.utf8))
                last = (key, state)
            }
            if output.hasReaderLeft { return .done }
            if try !watch.wait() { return .done }
        }
    }

    /// The state files beside which the lock may appear.
    private static func candidates(_ code: SwitchCode?, _ path: FilePath?) -> [FilePath] {
        if let path { return [path] }
        let name = code.map { SwitchProfile(kernelName: $0.name).shortName }
        return RuntimeFolder.searched.flatMap { folder in
            let names = name.map { [$0] } ?? folder.shortNames + ["lid"]
            return names.map { folder.statePath(of: $0) }
        }
    }

    static func find(
        _ code: SwitchCode?,
        _ path: FilePath?
    ) throws(BridgeError) -> (statePath: FilePath, bridge: RunningBridge)? {
        if let path {
            do throws(Errno) {
                return try RunningBridge.at(path).map { (path, $0) }
            } catch {
                throw BridgeError(cannot: "read the lock of", path, error)
            }
        }
        let all = RunningBridge.all()
        if let code {
            let name = SwitchProfile(kernelName: code.name).shortName
            return all.first { $0.shortName == name }.map { ($0.statePath, $0.bridge) }
        }
        let running = all.filter(\.bridge.isRunning)
        if running.count > 1 {
            let names = running.map(\.shortName).joined(separator: ", ")
            throw .usage("several bridges are running, choose one with --switch: \(names)")
        }
        let found = running.first ?? (all.count == 1 ? all.first : nil)
        return found.map { ($0.statePath, $0.bridge) }
    }
}
