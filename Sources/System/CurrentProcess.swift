internal import CSystem

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// This process, its user and its surroundings.
public enum CurrentProcess {
    /// The process's number.
    public static var identifier: Int32 { getpid() }

    /// The effective user's number.
    public static var user: UInt32 { geteuid() }

    /// The command line without the program's name.
    public static var arguments: [[UInt8]] {
        (1..<max(1, Int(CommandLine.argc))).map {
            unsafe bytes(of: CommandLine.unsafeArgv[$0])
        }
    }

    /// Reads an environment variable; an empty one counts as none.
    ///
    /// The corresponding C function is `getenv`.
    public static func environment(_ name: String) -> FilePath? {
        guard let text = unsafe getenv(name), unsafe text.pointee != 0 else { return nil }
        return unsafe FilePath(bytes: bytes(of: text))
    }

    /// Opens `/dev/null` for those of the three standard descriptors that are closed.
    ///
    /// Otherwise the next file opened would become the standard output of this process.
    public static func openStandardDescriptors() {
        for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
        where fcntl(descriptor, F_GETFD) == -1 {
            _ = unsafe open("/dev/null", O_RDWR)
        }
    }

    /// Ignores `SIGPIPE` and `SIGXFSZ`, which come as errors of the write itself, `EPIPE` and `EFBIG`.
    public static func ignoreWriteSignals() {
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
    }

    /// Ignores `SIGUSR1`, which asks a bridge to read the switch and would end any other process.
    public static func ignoreReadSignal() {
        signal(SIGUSR1, SIG_IGN)
    }

    /// Ends the process.
    ///
    /// The corresponding C function is `exit`.
    public static func exit(status: Int32) -> Never {
        platformExit(status)
    }
}

/// Names of users and groups.
public enum Account {
    /// The user's name, or the number where there is none.
    ///
    /// The corresponding C function is `getpwuid`.
    public static func userName(_ number: UInt32) -> String {
        guard let entry = unsafe getpwuid(number) else { return String(number) }
        return unsafe String(cString: entry.pointee.pw_name)
    }

    /// The group's name, or the number where there is none.
    ///
    /// The corresponding C function is `getgrgid`.
    public static func groupName(_ number: UInt32) -> String {
        guard let entry = unsafe getgrgid(number) else { return String(number) }
        return unsafe String(cString: entry.pointee.gr_name)
    }
}

private func platformExit(_ status: Int32) -> Never {
    exit(status)
}
