import Glibc
import System
import Testing

/// The read end of a pipe that is in the place of a standard descriptor of this process.
struct Capture {
    fileprivate let number: Int32
    fileprivate let reader: Int32

    /// One read of what was written.
    func next() -> String? {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = read(reader, &buffer, buffer.count)
        return count < 0 ? nil : String(decoding: buffer.prefix(count), as: UTF8.self)
    }

    /// All that was written since it was asked last.
    func text() -> String {
        var text = ""
        while let more = next(), !more.isEmpty { text += more }
        return text
    }

    /// Fills the pipe, so that nothing more can be written.
    func fill() {
        let flags = fcntl(number, F_GETFL)
        _ = fcntl(number, F_SETFL, flags | O_NONBLOCK)
        for size in [4_096, 1] {
            let block = [UInt8](repeating: UInt8(ascii: "#"), count: size)
            while write(number, block, size) > 0 {}
        }
        _ = fcntl(number, F_SETFL, flags)
    }

    /// Lets the reader leave.
    func leave() { Glibc.close(reader) }
}

/// Runs `body` while a pipe is in the place of a standard descriptor of this process.
///
/// With packets, each read gives what one write brought (`O_DIRECT` of `pipe(2)`).
func withCapture(
    of number: Int32 = 1,
    inPackets: Bool = false,
    _ body: (Capture) throws -> Void
) throws {
    var ends: [Int32] = [-1, -1]
    let direct: Int32 = 0o40000
    try #require(pipe(&ends) == 0)
    if inPackets { try #require(fcntl(ends[1], F_SETFL, direct) == 0) }
    _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
    try withRedirection(of: number, to: ends[1]) {
        try body(Capture(number: number, reader: ends[0]))
    }
}

/// Runs `body` while an open file, which is given away, is in the place of a standard descriptor.
func withRedirection(of number: Int32 = 1, to file: Int32, _ body: () throws -> Void) throws {
    let original = fcntl(number, F_DUPFD_CLOEXEC, 10)
    try #require(original >= 0 && dup2(file, number) == number)
    close(file)
    defer {
        dup2(original, number)
        close(original)
    }
    try body()
}

/// Runs `body` on a fresh folder, with a pipe in the place of standard output.
func withFolderAndCapture(_ body: (FilePath, Capture) throws -> Void) throws {
    try withFolder { folder in
        try withCapture { capture in try body(folder, capture) }
    }
}

/// Runs `body` while files of this process cannot grow past a size: for everyone what a full disk is.
func withFileSize(limitedTo size: rlim_t, _ body: () throws -> Void) throws {
    let fileSize = __rlimit_resource_t(1)
    signal(SIGXFSZ, SIG_IGN)
    var before = rlimit()
    try #require(getrlimit(fileSize, &before) == 0)
    var limit = before
    limit.rlim_cur = size
    try #require(setrlimit(fileSize, &limit) == 0)
    defer { setrlimit(fileSize, &before) }
    try body()
}

/// Opens a terminal whose other end nobody reads (`pts(4)`).
func openTerminal() throws -> Int32 {
    let master = open("/dev/ptmx", O_RDWR | O_NOCTTY)
    var (lock, number): (Int32, Int32) = (0, 0)
    let (setLock, getNumber): (UInt, UInt) = (0x4004_5431, 0x8004_5430)  // TIOCSPTLCK, TIOCGPTN
    try #require(ioctl(master, setLock, &lock) == 0)
    try #require(ioctl(master, getNumber, &number) == 0)
    return open("/dev/pts/\(number)", O_RDWR | O_NOCTTY)
}
