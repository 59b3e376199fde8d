import Bridge
import System

/// The command as a whole: from arguments to an exit status.
enum CommandLineTool {
    /// Runs what the arguments of this process ask for.
    static func run() -> ExitStatus {
        let scanned = ScannedArguments(
            programName: "proxbridge",
            arguments: CurrentProcess.arguments,
            options: Options.Key.allCases.map(\.option)
        )
        do throws(BridgeError) {
            if scanned.isInvalid { throw BridgeError("", status: .usage) }
            let options = try Options(scanned)
            if options.flags.contains(.help) { return try print(Help.text) }
            if options.flags.contains(.version) { return try print("proxbridge \(version)\n") }
            switch options.command {
            case .run: return try RunCommand.run(options)
            case .list: return try ListCommand.run(options)
            case .state: return try StateCommand.run(options)
            case .focus: return try FocusCommand.run(options)
            case .replay: return try ReplayCommand.run(options)
            case .doctor: return try DoctorCommand.run(options)
            }
        } catch {
            var diagnostics = Diagnostics()
            if !error.message.isEmpty { diagnostics.warn(error.message) }
            if error.status == .usage {
                diagnostics.hint("Try 'proxbridge --help' for more information.")
            }
            return error.status
        }
    }

    /// Writes text to standard output.
    static func print(_ text: String) throws(BridgeError) -> ExitStatus {
        let bytes = Array(text.utf8)
        var start = 0
        do throws(Errno) {
            while start < bytes.count {
                start += try FileDescriptor.standardOutput.write(bytes, from: start)
            }
        } catch {
            throw BridgeError("cannot write to standard output: \(error)")
        }
        return .done
    }
}
