import Glibc
import System
import Testing

@testable import Bridge

extension RuntimeFolderTests {
    @Test func `folders are private whatever the umask, or let the group through`() async {
        await #expect(processExitsWith: .success) {
            for mask in [0o000, 0o022, 0o777] as [UInt32] {
                for (isShared, wanted) in [(false, 0o700), (true, 0o710)] as [(Bool, UInt32)] {
                    umask(0)
                    try withFolder { folder in
                        umask(mask)
                        let path = folder.appending("proxbridge")
                        try RuntimeFolder(path: path).make(for: "lid", isShared: isShared)
                        #expect(try mode(of: path) == wanted)
                        #expect(try mode(of: path.appending("lid")) == wanted)
                        umask(0)
                    }
                }
            }
        }
    }

    @Test func `a folder that is there is used, and opened for the group only if that is asked`()
        throws
    {
        try withFolder { folder in
            let path = folder.appending("proxbridge")
            let runtime = RuntimeFolder(path: path)
            try #require(mkdir(path.description, 0o700) == 0)
            try #require(chmod(path.description, 0o750) == 0)
            try runtime.make(for: "lid", isShared: false)
            #expect(try mode(of: path) == 0o750)
            #expect(try mode(of: path.appending("lid")) == 0o700)
            try runtime.make(for: "lid", isShared: true)
            #expect(try mode(of: path) == 0o750)
            #expect(try mode(of: path.appending("lid")) == 0o710)
            try runtime.make(for: "lid", isShared: false)
            #expect(try mode(of: path.appending("lid")) == 0o710)
        }
    }

    @Test func `what is no folder of ours is refused, a link to one included`() throws {
        try withFolder { folder in
            let path = folder.appending("proxbridge")
            let runtime = RuntimeFolder(path: path)
            try make(path, "text")
            let file = try refusal { try runtime.make(for: "lid", isShared: false) }
            #expect(file.message == "cannot make the folder \(path): Not a directory")
            #expect(file.status == .failure)
            #expect(try text(of: path) == "text")
            try #require(unlink(path.description) == 0)
            try #require(symlink(folder.description, path.description) == 0)
            let link = try refusal { try runtime.make(for: "lid", isShared: false) }
            #expect(link.message.hasSuffix("Not a directory"))
            #expect(try names(in: folder) == ["proxbridge"])
            let missing = RuntimeFolder(path: folder.appending("missing").appending("proxbridge"))
            let below = try refusal { try missing.make(for: "lid", isShared: false) }
            #expect(below.message.hasSuffix("No such file or directory"))
        }
    }

    @Test(.enabled(if: geteuid() == 0)) func `another user's folder is refused`() throws {
        try withFolder { folder in
            let path = folder.appending("proxbridge")
            try #require(mkdir(path.description, 0o700) == 0)
            try #require(chown(path.description, otherUser, otherUser) == 0)
            let error = try refusal {
                try RuntimeFolder(path: path).make(for: "lid", isShared: true)
            }
            #expect(error.status == .permissionDenied)
            #expect(try mode(of: path) == 0o700)
        }
    }

    @Test(.enabled(if: access("/run", W_OK) == 0))
    func `the system's folders can be looked into by everyone`() async {
        await #expect(processExitsWith: .success) {
            umask(0o077)
            var template = Array("/run/proxbridge-XXXXXX".utf8CString)
            try #require(mkdtemp(&template) != nil)
            let root = FilePath(bytes: template.map { UInt8(bitPattern: $0) })
            let path = root.appending("made")
            defer {
                rmdir(path.appending("lid").description)
                rmdir(path.description)
                rmdir(root.description)
            }
            try RuntimeFolder(path: path).make(for: "lid", isShared: false)
            #expect(try mode(of: path) == 0o755)
            #expect(try mode(of: path.appending("lid")) == 0o755)
        }
    }
}
