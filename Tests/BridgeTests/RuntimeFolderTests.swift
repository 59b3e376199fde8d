import Glibc
import System
import Testing

@testable import Bridge

// The environment and the effective user belong to a whole process.
struct RuntimeFolderTests {
    private static func surround(runtimeDirectory: String?, xdg: String?) {
        unsetenv("RUNTIME_DIRECTORY")
        unsetenv("XDG_RUNTIME_DIR")
        if let runtimeDirectory { setenv("RUNTIME_DIRECTORY", runtimeDirectory, 1) }
        if let xdg { setenv("XDG_RUNTIME_DIR", xdg, 1) }
    }

    /// The folder that is left where the environment names none.
    private static var fallback: FilePath? {
        let user = geteuid()
        let folder = FilePath("/run/user/\(user)")
        if (try? FileStatus.of(folder))?.owner == user {
            return folder.appending("proxbridge")
        }
        return user == 0 ? FilePath("/run/proxbridge") : nil
    }

    @Test func `the first folder that systemd names comes before all others`() async {
        await #expect(processExitsWith: .success) {
            try withFolder { folder in
                for list in ["/srv/one", "/srv/one:/srv/two"] {
                    Self.surround(runtimeDirectory: list, xdg: folder.description)
                    let path = try RuntimeFolder.own().path
                    #expect(path == FilePath("/srv/one"), "\(list)")
                }
                Self.surround(runtimeDirectory: "", xdg: folder.description)
                let path = try RuntimeFolder.own().path
                #expect(path == folder.appending("proxbridge"))
            }
        }
    }

    @Test func `the session's folder counts if it is this user's`() async {
        await #expect(processExitsWith: .success) {
            try withFolder { folder in
                Self.surround(runtimeDirectory: nil, xdg: folder.description)
                let path = try RuntimeFolder.own().path
                #expect(path == folder.appending("proxbridge"))
                var foreign = "/"
                if geteuid() == 0 {
                    try #require(chown(folder.description, otherUser, otherUser) == 0)
                    foreign = folder.description
                }
                for xdg in [foreign, folder.appending("missing").description, ""] {
                    Self.surround(runtimeDirectory: nil, xdg: xdg)
                    #expect((try? RuntimeFolder.own())?.path == Self.fallback, "\(xdg)")
                }
            }
        }
    }

    @Test func `without any folder the user is told what to name, and it is never in tmp`() async {
        await #expect(processExitsWith: .success) {
            if geteuid() == 0 { try #require(seteuid(otherUser) == 0) }
            Self.surround(runtimeDirectory: nil, xdg: nil)
            guard Self.fallback == nil else { return }
            let error = try refusal { _ = try RuntimeFolder.own() }
            #expect(error.status == .failure)
            #expect(error.message.contains("--state") && error.message.contains("--focus"))
            #expect(RuntimeFolder.searched == [.system])
        }
    }

    @Test func `bridges are looked for in the user's folder first, then in the system's`() async {
        await #expect(processExitsWith: .success) {
            Self.surround(runtimeDirectory: "/srv/one", xdg: nil)
            #expect(
                RuntimeFolder.searched.map(\.path.description) == ["/srv/one", "/run/proxbridge"]
            )
            Self.surround(runtimeDirectory: "/run/proxbridge", xdg: nil)
            #expect(RuntimeFolder.searched == [.system])
        }
    }

    @Test func `only what serves the whole system can be read by everyone`() {
        let modes: [(String, UInt32)] = [
            ("/run/proxbridge", 0o644), ("/run/other", 0o644), ("/run/user/1000/proxbridge", 0o600),
            ("/home/user/proxbridge", 0o600), ("/runner/proxbridge", 0o600),
        ]
        for (path, wanted) in modes {
            #expect(RuntimeFolder(path: FilePath(path)).filePermissions == wanted, "\(path)")
        }
    }

    @Test func `a switch has a folder with two files`() {
        let folder = RuntimeFolder(path: FilePath("/run/proxbridge"))
        #expect(folder.statePath(of: "lid") == FilePath("/run/proxbridge/lid/state"))
        #expect(folder.focusPath(of: "lid") == FilePath("/run/proxbridge/lid/focus"))
    }

    @Test func `the switches that have a folder are told in order`() throws {
        try withFolder { folder in
            let runtime = RuntimeFolder(path: folder.appending("proxbridge"))
            #expect(runtime.shortNames == [])
            for name in ["tablet-mode", "front-proximity", "lid"] {
                try runtime.make(for: name, isShared: false)
            }
            #expect(runtime.shortNames == ["front-proximity", "lid", "tablet-mode"])
        }
    }
}
