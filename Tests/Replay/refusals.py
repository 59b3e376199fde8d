"""What a replay does with what is wrong, and what it prints beside records."""

import os
import pty
import subprocess
import tempfile

HEAD = (b"# EVEMU 1.3\nN: Lid Switch\nI: 0019 0000 0005 0000\nP: 00 00 00 00 00 00 00 00\n"
        b"B: 00 21 00 00 00 00 00 00 00\nB: 05 01 00 00 00 00 00 00 00\n")
CLOSE = b"E: 1.000000 0005 0000 0001\nE: 1.000000 0000 0000 0000\n"
OPEN = b"E: 2.000000 0005 0000 0000\nE: 2.000000 0000 0000 0000\n"
HALF = b"E: 3.000000 0005 0000 0001\nE: 3.000000 0005 0000 0000\n"
KEYS = HEAD.replace(b"B: 05 01", b"B: 05 00").replace(b"B: 00 21", b"B: 01 08 00 00 00 00 00 00 00\nB: 00 23")

# What is in the file; the exit status; what standard error says; what standard output says.
REFUSALS = {
    "an empty file": (b"", 1, "FILE: not a recording: it is empty", ""),
    "a binary": (b"\x7fELF\0\0\0\n", 1, "FILE: not a recording: it is binary", ""),
    "a text": (b"hello\n", 1, "FILE: not a recording of evemu or libinput", ""),
    "a malformed line, with nothing published of the frame that was open":
        (HEAD + CLOSE + HALF + b"E: oops\n" + OPEN, 1, "FILE:11: not a time", "open\nclosed\n"),
    "a line of a megabyte": (HEAD + b"#" * (1 << 20), 1, "FILE:7: a line of more than 65536", ""),
    "a last line that is cut off":
        (HEAD + CLOSE + b"E: 2.00", 0, "FILE:9: the last line is cut off", "open\nclosed\n"),
    "a switch that is not there": (KEYS, 5, "Lid Switch has keys but no switch", ""),
    "broken YAML": (b"version: 1\ndevices: ]\nx: y\n", 1, "FILE:2: not YAML", ""),
    "an endless YAML text": (b"version: 1\nx: \"\n" + b"a\n" * 2_000_000, 1, "more text than", ""),
    "good lines with CR, and a byte order mark":
        (b"\xef\xbb\xbf" + (HEAD + CLOSE + OPEN).replace(b"\n", b"\r\n"), 0, "", "open\nclosed\nopen\n"),
}
SCRIPTS = {
    "no focus message": (b"foreground 1\nfg x\n", 1, "FOCUS:2: not a focus message: \"fg x\"", "open\nclosed\n"),
    "an endless line": (b"\n" + b"f" * 70_000, 1, "FOCUS:2: a line of more than 256 bytes", ""),
    "messages without a time, and none at the end":
        (b"\nbg 0.5\nbg\nfg", 0, "", "open\nclosed\nopen\n"),
}


def run(program, folder, *arguments, **options):
    return subprocess.run([program, "replay", *arguments], capture_output=True, text=True,
                          check=False, cwd=folder, timeout=120, **options)


def defects(program):
    """The claims that do not hold, each a line."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "FILE")
        for name, (data, status, error, output) in REFUSALS.items():
            with open(path, "wb") as file:
                file.write(data)
            yield from judged(name, run(program, folder, "FILE"), status, error, output)
            with open(path, "rb") as file:
                got = run(program, folder, "-", stdin=file)
            yield from judged(f"{name}, on standard input", got, status,
                              error.replace("FILE", "standard input"), output)
        with open(path, "wb") as file:
            file.write(HEAD + CLOSE + OPEN)
        for name, (data, status, error, output) in SCRIPTS.items():
            with open(os.path.join(folder, "FOCUS"), "wb") as file:
                file.write(data)
            got = run(program, folder, "FILE", "--focus", "FOCUS")
            yield from judged(name, got, status, error, output)
        yield from judged("a folder", run(program, folder, "."), 1, "Is a directory", "")
        yield from judged("nothing", run(program, folder, "none"), 1, "No such file", "")
        yield from timelines(program, folder)


def judged(name, got, status, error, output):
    lines = got.stderr.splitlines()
    right = (got.returncode == status and got.stdout == output and error in got.stderr
             and len(lines) == (1 if error else 0))
    if not right:
        yield f"{name}: status {got.returncode}, {got.stdout[:200]!r}, {got.stderr[:300]!r}"


def timelines(program, folder):
    """A timeline has colour on a terminal alone, and not where NO_COLOR asks for none."""
    with open(os.path.join(folder, "FOCUS"), "w") as file:
        file.write("foreground 1.5\n")
    for name, terminal, environment, colored in (
            ("a pipe", False, {}, False), ("a terminal", True, {"TERM": "xterm"}, True),
            ("NO_COLOR", True, {"TERM": "xterm", "NO_COLOR": "1"}, False),
            ("a dumb terminal", True, {"TERM": "dumb"}, False)):
        reader, writer = pty.openpty() if terminal else os.pipe()
        subprocess.run([program, "replay", "FILE", "--focus", "FOCUS", "--format", "table"],
                       stdout=writer, env=environment, check=True, cwd=folder)
        text = os.read(reader, 65536).decode().replace("\r", "")
        os.close(reader)
        os.close(writer)
        marked = [line for line in text.splitlines() if "<--" in line]
        if len(marked) != 1 or ("\x1b[" in text) != colored or not text.endswith(
                "A plain reader was wrong for 0.500000 of 2.000000 seconds.\n"):
            yield f"a timeline on {name}: {text!r}"


def growth(program):
    """A long recording takes no more memory than a short one: KiB more than that."""
    peaks = []
    for count in (10, 400_000):
        with tempfile.NamedTemporaryFile("w") as file:
            file.write(HEAD.decode())
            # Line by line: a child counts the memory of the process that it was forked from.
            for number in range(1, count):
                file.write(f"E: {number}.000000 0005 0000 {number % 2:04}\n"
                           f"E: {number}.000000 0000 0000 0000\n")
            file.flush()
            child = subprocess.Popen([program, "replay", file.name], stdout=subprocess.DEVNULL)
            _, status, usage = os.wait4(child.pid, 0)
            child.returncode = status
        peaks.append(usage.ru_maxrss)
    return peaks[1] - peaks[0]
