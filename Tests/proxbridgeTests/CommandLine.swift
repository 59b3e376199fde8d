import Bridge
import System

@testable import proxbridge

// getopt keeps its place in variables of the process, so tests that scan have one of their own.

/// The options of a command line.
func options(_ words: [String]) throws(BridgeError) -> Options {
    try options(bytes: words.map { Array($0.utf8) })
}

/// The options of a command line that need not be text.
func options(bytes arguments: [[UInt8]]) throws(BridgeError) -> Options {
    try Options(
        ScannedArguments(
            programName: "proxbridge",
            arguments: arguments,
            options: Options.Key.allCases.map(\.option)
        )
    )
}

/// The error of a call, nothing if it has none.
func refusal(of call: () throws(BridgeError) -> Void) -> BridgeError? {
    do throws(BridgeError) {
        try call()
        return nil
    } catch {
        return error
    }
}
