import Foundation
import Testing

@testable import proxbridge

struct HelpTests {
    /// What the lines that describe an option say of it: its letter, and whether it takes a value.
    private static let described: [String: (letter: String?, takesValue: Bool)] = {
        var described: [String: (letter: String?, takesValue: Bool)] = [:]
        for line in Help.text.split(separator: "\n") {
            if let match = line.firstMatch(of: /^ +(?:-(\w), )?--([a-z-]+)( \S)?/) {
                let letter = match.1.map { String($0) }
                described[String(match.2)] = (letter, match.3 != nil)
            }
        }
        return described
    }()

    @Test func `each option has a line, with its letter and its value`() {
        #expect(Set(Self.described.keys) == Set(Options.Key.allCases.map(\.rawValue)))
        for key in Options.Key.allCases {
            let letter = key.option.letter.map { String($0) }
            #expect(Self.described[key.rawValue]?.letter == letter, "\(key)")
            #expect(Self.described[key.rawValue]?.takesValue == key.option.takesValue, "\(key)")
        }
    }

    @Test func `no option is named that there is not`() {
        let names = Help.text.matches(of: /--([a-z][a-z-]*)/).map { String($0.1) }
        #expect(Set(names) == Set(Options.Key.allCases.map(\.rawValue)))
    }

    @Test func `each command is named`() {
        for command in Options.Command.allCases where command != .run {
            #expect(Help.text.contains("\n       proxbridge \(command.rawValue) "))
        }
    }

    @Test func `the text fits a terminal of 80 columns, without tabs`() {
        for line in Help.text.split(separator: "\n") {
            #expect(line.count <= 80 && !line.contains("\t") && line.last != " ", "\(line)")
        }
        #expect(Help.text.hasSuffix(".\n"))
    }

    @Test func `README shows the same usage`() throws {
        let package = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
        let text = try String(contentsOf: package.appending(path: "README.md"), encoding: .utf8)
        let usage = try #require(Help.text.components(separatedBy: "\n\n").first)
        #expect(usage.hasPrefix("Usage: proxbridge --device "))
        #expect(text.contains("\n```\n\(usage)\n```\n"))
    }
}
