"""Every system call of a running bridge, failed once each with each plausible error.

`strace -e inject` makes the calls fail. What comes of it is one of: right (the bridge goes on and is
right), exit N (it ends with a message, and says unknown), and hang, lie, or crash, which are defects.
"""

import os
import re
import signal
import subprocess
import time

from bridge import wait_for

ERRORS = ("EINTR", "EIO", "ENOSPC", "ENOMEM", "EMFILE", "EAGAIN", "ENODEV")
SHORT = ("EIO",)
# Of the calls that the bridge makes only these can fail; the others have no errno to give.
CALLS = ("poll", "read", "write", "pwrite64", "openat", "close", "rename", "ioctl", "newfstatat",
         "fcntl", "flock", "mknodat", "inotify_init1", "inotify_add_watch", "timerfd_settime",
         "unlink", "readlink")
CALM = 6.0  # seconds within which a bridge has to be right again


class Tracer:
    """strace on a running bridge, attached when `start` returns."""

    def __init__(self, bridge, *arguments):
        self.log = bridge.state_path + ".strace"
        self.child = subprocess.Popen(["strace", "-o", self.log, *arguments, "-p", str(bridge.pid)],
                                      stderr=subprocess.PIPE)
        os.set_blocking(self.child.stderr.fileno(), False)
        said = b""

        def attached():
            nonlocal said
            said += self.child.stderr.read() or b""
            return b"attached" in said
        wait_for(attached, lambda: f"strace is attached: {said}")

    def detach(self):
        """Ends strace; what it wrote."""
        if self.child.poll() is None:
            self.child.send_signal(signal.SIGINT)
        self.child.wait()
        self.child.stderr.close()
        with open(self.log) as file:
            return file.read()


def exercise(bridge, device):
    """All that happens to a bridge in its life, ending with the switch off."""
    def calm():
        end = time.monotonic() + CALM
        while not (bridge.ended() or bridge.asleep()) and time.monotonic() < end:
            time.sleep(0.004)

    def tell(text):
        try:
            with bridge.writer() as writer:
                writer.write(text)
        except OSError:
            pass  # no FIFO, or nobody who reads it, at this moment

    steps = (lambda: device.set(1), lambda: tell(b"foreground\n"), lambda: device.set(0),
             lambda: device.set(1), lambda: bridge.signal(signal.SIGUSR1),
             lambda: tell(b"background"), lambda: tell(b"disable\nenable\n"),
             lambda: subprocess.run(["date", "-s", "+1 seconds"], stdout=subprocess.DEVNULL),
             lambda: os.path.exists(bridge.focus_path) and os.unlink(bridge.focus_path),
             lambda: time.sleep(1.2), lambda: device.set(0))
    for step in steps:
        step()
        calm()


def said(bridge, command):
    """What all three outputs say."""
    with open(bridge.state_path) as file:
        state = file.read().strip()
    return state, command("state").stdout().strip(), bridge.out.lines()[-1]


def outcome(bridge, device, command):
    """What has become of the bridge, the switch being off."""
    for value, word in ((0, "open"), (1, "closed"), (0, "open")):
        device.set(value)
        end = time.monotonic() + CALM
        while not bridge.ended() and said(bridge, command) != (word,) * 3:
            if time.monotonic() > end:
                return "hang" if not bridge.asleep() else f"lie: {said(bridge, command)}"
            time.sleep(0.05)
    if not bridge.ended():
        return "right"
    status = bridge.status()
    if status < 0:
        return f"crash: signal {-status}"
    if not bridge.stderr().strip() or said(bridge, command)[:2] != ("unknown", "unknown"):
        return f"lie: exit {status}, {said(bridge, command)}, {bridge.stderr()}"
    return f"exit {status}"


def calls_of(log):
    """How often each call was made."""
    counts = {}
    for name in re.findall(r"^(?:\d+ +)?(\w+)\(", log, re.MULTILINE):
        counts[name] = counts.get(name, 0) + 1
    return {name: counts[name] for name in CALLS if name in counts}


def table(start, device, command, errors, limit):
    """Rows of call, which one, error and outcome; `limit` is how many of a call are failed."""
    bridge = start()
    tracer = Tracer(bridge, "-f")
    exercise(bridge, device)
    counts = calls_of(tracer.detach())
    for call, count in counts.items():
        for number in range(1, min(count, limit) + 1):
            for error in errors:
                if bridge.ended():
                    bridge.close()
                    bridge = start()
                tracer = Tracer(bridge, "-e", f"inject={call}:error={error}:when={number}")
                exercise(bridge, device)
                failed = "(INJECTED)" in tracer.detach()
                yield call, number, error, outcome(bridge, device, command), failed
    bridge.close()
