import Testing

@testable import System

struct FilePathTests {
    @Test func `bytes that are not UTF-8 are kept`() {
        let bytes: [UInt8] = [0x2F, 0xFF, 0xC3, 0x28, 0x2F, 0x80]
        let path = FilePath(bytes: bytes)
        #expect(path.bytes == bytes)
        #expect(path.characters == bytes.map { CChar(bitPattern: $0) } + [0])
        #expect(path.parent.bytes == [0x2F, 0xFF, 0xC3, 0x28])
        #expect(path.lastComponent.bytes == [0x80])
        #expect(path.appending("x").bytes == bytes + [0x2F, 0x78])
        #expect(path.extended(by: ".lock").bytes == bytes + Array(".lock".utf8))
        #expect(path.description == "/\u{FFFD}\u{FFFD}(/\u{FFFD}")
    }

    @Test func `paths are equal byte for byte, not as text`() {
        let composed = FilePath("caf\u{E9}")
        let decomposed = FilePath("cafe\u{301}")
        #expect(composed.description == decomposed.description)
        #expect(composed != decomposed)
        #expect(FilePath(bytes: [0xFE]) != FilePath(bytes: [0xFF]))
    }

    @Test func `a NUL ends a path`() {
        #expect(FilePath(bytes: [0x61, 0, 0x62]) == FilePath("a"))
        #expect(FilePath(bytes: [0, 0x62]).isEmpty)
    }

    @Test func `only a path without bytes is empty`() {
        #expect(FilePath("").isEmpty)
        #expect(FilePath("").characters == [0])
        #expect(!FilePath("/").isEmpty)
        #expect(!FilePath(" ").isEmpty)
    }

    @Test(arguments: [
        ("/run/lid/state", "/run/lid", "state"),
        ("state", ".", "state"),
        ("./state", ".", "state"),
        ("/state", "/", "state"),
        ("/", "/", ""),
        ("run/", "run", ""),
        ("../x", "..", "x"),
        ("", ".", ""),
        ("/run/.lock", "/run", ".lock"),
    ])
    func `a path is its folder and its last component`(text: String, parent: String, last: String) {
        let path = FilePath(text)
        #expect(path.parent == FilePath(parent))
        #expect(path.lastComponent == FilePath(last))
    }

    @Test func `something in a folder is one slash away`() {
        #expect(FilePath("/run").appending("lid") == FilePath("/run/lid"))
        #expect(FilePath("/run/").appending("lid") == FilePath("/run/lid"))
        #expect(FilePath("/").appending("run") == FilePath("/run"))
        #expect(FilePath(".").appending("x") == FilePath("./x"))
        #expect(FilePath("a").appending("b").appending("c") == FilePath("a/b/c"))
    }

    @Test func `a suffix belongs to the last component`() {
        #expect(FilePath("/run/state").extended(by: ".lock") == FilePath("/run/state.lock"))
        #expect(FilePath("state").extended(by: "") == FilePath("state"))
    }
}
