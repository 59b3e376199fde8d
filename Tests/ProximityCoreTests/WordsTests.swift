import ProximityCore
import Testing

struct WordsTests {
    @Test func `two words are taken apart at the comma`() throws {
        let words = try #require(Words("covered,free"))
        #expect(words.on == "covered")
        #expect(words.off == "free")
        #expect(words[.on] == "covered")
        #expect(words[.off] == "free")
        #expect(words[.unknown] == "unknown")
    }

    @Test func `a word finds its state, and no other word does`() throws {
        let words = try #require(Words("near,far"))
        #expect(words.state(for: "near") == .on)
        #expect(words.state(for: "far") == .off)
        #expect(words.state(for: "unknown") == .unknown)
        for word in ["", "on", "off", "Near", "near ", "closed", "none"] {
            #expect(words.state(for: word) == nil)
        }
    }

    @Test(
        arguments: [
            "a,b", "zu,auf", "1,0", "on,off", "off,on", "nah,fern", "隠,見", "unknown-1,known",
            "not-unknown,x", "\",\\", "é,ê",
        ]
    )
    func `words in any script are taken`(text: String) throws {
        let words = try #require(Words(text))
        #expect(words.on + "," + words.off == text)
    }

    @Test(
        arguments: [
            "", ",", "near", "near,", ",far", "near,near", "near,far,", "near,far,gone", "near;far",
            "ne ar,far", "near, far", " near,far", "near,far ", "ne\tar,far", "near,f\nar",
            "near,far\r\n", "ne\u{0}ar,far", "ne\u{7}ar,far", "near,\u{1b}[2J", "near,f\u{7f}ar",
            "near,f\u{85}ar", "ne\u{9b}ar,far", "ne\u{a0}ar,far", "near,f\u{2028}ar",
            "near,f\u{3000}ar", "unknown,far", "near,unknown", "unknown,unknown",
        ]
    )
    func `words with blanks, commas or controls, alike, missing or reserved are refused`(
        text: String
    ) {
        #expect(Words(text) == nil)
    }

    @Test func `a comma that carries a combining mark is still a comma`() {
        #expect(Words("near,far,\u{301}gone") == nil)
    }

    @Test func `a word has at most 64 bytes`() {
        let long = String(repeating: "x", count: 64)
        #expect(Words("\(long),far") != nil)
        #expect(Words("near,\(long)") != nil)
        #expect(Words("\(long)x,far") == nil)
        #expect(Words("near,\(long)x") == nil)
        #expect(Words("near,\(String(repeating: "é", count: 33))") == nil)
    }
}
