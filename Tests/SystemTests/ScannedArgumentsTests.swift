import Testing

@testable import System

// getopt keeps its place in variables of the process, so each test has one of its own.
struct ScannedArgumentsTests {
    private static let described = [
        CommandOption("device", "d", takesValue: true),
        CommandOption("focus", "f", takesValue: true),
        CommandOption("focus-mode", takesValue: true),
        CommandOption("format", takesValue: true),
        CommandOption("quiet", "q"),
        CommandOption("verbose", "v"),
    ]

    private static func scan(_ words: String...) -> ScannedArguments {
        scan(words.map { Array($0.utf8) })
    }

    private static func scan(_ arguments: [[UInt8]]) -> ScannedArguments {
        ScannedArguments(programName: "name", arguments: arguments, options: described)
    }

    /// The options as words, `device=x`.
    private static func options(_ scanned: ScannedArguments) -> [String] {
        scanned.options.map { index, value in
            let name = described[index].longName
            return described[index].takesValue
                ? name + "=" + String(decoding: value, as: UTF8.self) : name
        }
    }

    private static func operands(_ scanned: ScannedArguments) -> [String] {
        scanned.operands.map { String(decoding: $0, as: UTF8.self) }
    }

    @Test func `a value follows its option, behind a sign or as the next word`() async {
        await #expect(processExitsWith: .success) {
            for words in [
                ["--device", "x"], ["--device=x"], ["-d", "x"], ["-dx"], ["--dev=x"],
                ["--d", "x"],
            ] {
                let scanned = Self.scan(words.map { Array($0.utf8) })
                #expect(Self.options(scanned) == ["device=x"], "\(words)")
                #expect(scanned.operands.isEmpty && !scanned.isInvalid, "\(words)")
            }
            #expect(Self.options(Self.scan("--device=")) == ["device="])
            #expect(Self.options(Self.scan("--device", "")) == ["device="])
            #expect(Self.options(Self.scan("--device", "--quiet")) == ["device=--quiet"])
            #expect(Self.options(Self.scan("--device=a=b")) == ["device=a=b"])
            #expect(Self.options(Self.scan("-f", "-")) == ["focus=-"])
        }
    }

    @Test func `letters can be bundled, the last one with its value`() async {
        await #expect(processExitsWith: .success) {
            #expect(Self.options(Self.scan("-qv")) == ["quiet", "verbose"])
            #expect(Self.options(Self.scan("-qvdx")) == ["quiet", "verbose", "device=x"])
            #expect(Self.options(Self.scan("-qd", "v")) == ["quiet", "device=v"])
            #expect(Self.options(Self.scan("-dqv")) == ["device=qv"])
        }
    }

    @Test func `options keep their order and may come again`() async {
        await #expect(processExitsWith: .success) {
            let scanned = Self.scan("-q", "--device=a", "-v", "-d", "b", "--quiet")
            #expect(
                Self.options(scanned) == ["quiet", "device=a", "verbose", "device=b", "quiet"]
            )
        }
    }

    @Test func `operands may stand anywhere`() async {
        await #expect(processExitsWith: .success) {
            let scanned = Self.scan("one", "-q", "two", "--device", "x", "-", "three")
            #expect(Self.options(scanned) == ["quiet", "device=x"])
            #expect(Self.operands(scanned) == ["one", "two", "-", "three"])
            #expect(Self.operands(Self.scan()).isEmpty)
            #expect(Self.operands(Self.scan("")) == [""])
        }
    }

    @Test func `behind two hyphens everything is an operand`() async {
        await #expect(processExitsWith: .success) {
            let scanned = Self.scan("one", "-q", "--", "-v", "--device", "--")
            #expect(Self.options(scanned) == ["quiet"])
            #expect(Self.operands(scanned) == ["one", "-v", "--device", "--"])
            #expect(!scanned.isInvalid)
        }
    }

    @Test func `bytes that are not UTF-8 are kept`() async {
        await #expect(processExitsWith: .success) {
            let scanned = Self.scan([Array("-d".utf8), [0xFF, 0xFE], [0x80]])
            #expect(scanned.options.map(\.value) == [[0xFF, 0xFE]])
            #expect(scanned.operands == [[0x80]])
        }
    }

    @Test func `an exact name is no abbreviation of a longer one`() async {
        await #expect(processExitsWith: .success) {
            #expect(Self.options(Self.scan("--focus=x")) == ["focus=x"])
            #expect(Self.options(Self.scan("--focus-=x")) == ["focus-mode=x"])
            #expect(Self.options(Self.scan("--for=x")) == ["format=x"])
        }
    }

    @Test(arguments: [
        ["--fo=x", "--fo"], ["--nothing", "--nothing"], ["-x", "'x'"], ["--device", "--device"],
        ["-d", "'d'"], ["--quiet=yes", "--quiet"], ["-qx", "'x'"],
    ])
    func `what is wrong is said in one line, and the rest is scanned`(words: [String]) async throws
    {
        let result = await #expect(
            processExitsWith: .success,
            observing: [\.standardErrorContent]
        ) { [words] in
            let scanned = Self.scan("-v", words[0])
            #expect(scanned.isInvalid)
            #expect(Self.options(scanned).first == "verbose")
            #expect(!Self.scan("-v").isInvalid)
        }
        let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(text.hasPrefix("name: "))
        #expect(text.contains(words[1]))
        #expect(text.filter { $0 == "\n" }.count == 1)
    }
}
