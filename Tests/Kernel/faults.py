"""Every system call of a running bridge, failed once each with each plausible error.

`strace -e inject` makes the calls fail. What comes of it is one of: right (the bridge goes on and is
right), exit N (it ends with a message, and says unknown), and hang, lie, or crash, which are defects.
"""

import json
import os
import re
import shutil
import signal
import subprocess
import time

from bridge import wait_for

# What the man pages, and drivers and file systems beneath, let each call fail with. Calls that are
# not here have no errno to give.
PLAUSIBLE = {
    "poll": ("EINTR", "ENOMEM", "EAGAIN"),
    "read": ("EINTR", "EIO", "EAGAIN", "ENODEV", "ENOMEM"),
    "write": ("EIO", "EINTR", "ENOSPC", "EAGAIN", "ENOMEM"),
    "pwrite64": ("EIO", "EINTR", "ENOSPC", "ENOMEM"),
    "openat": ("EMFILE", "EINTR", "EIO", "ENOSPC", "ENOMEM", "ENODEV"),
    "close": ("EIO", "EINTR", "ENOSPC"),
    "rename": ("EIO", "ENOSPC", "ENOMEM"),
    "unlink": ("EIO", "ENOMEM"),
    "mkdir": ("ENOSPC", "EIO", "ENOMEM"),
    "mknodat": ("ENOSPC", "EIO", "ENOMEM"),
    "fallocate": ("ENOSPC", "EINTR", "EIO"),
    "ioctl": ("ENODEV", "EINTR", "EIO", "ENOMEM", "EAGAIN"),
    "fcntl": ("EAGAIN", "EINTR", "ENOMEM", "EMFILE"),
    "flock": ("EAGAIN", "EINTR", "ENOMEM"),
    "newfstatat": ("EIO", "ENOMEM"),
    "readlink": ("EIO", "ENOMEM"),
    "getdents64": ("EIO", "ENOMEM"),
    "inotify_init1": ("EMFILE", "ENOMEM"),
    "inotify_add_watch": ("ENOSPC", "ENOMEM"),
    "timerfd_create": ("EMFILE", "ENOMEM", "ENODEV"),
    "timerfd_settime": ("EIO",),
}
CALM = 6.0  # seconds within which a bridge has to be right again


class Tracer:
    """strace on a running bridge, attached when `start` returns."""

    def __init__(self, bridge, directory, *arguments):
        self.log = os.path.join(directory, "strace")
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


class Faults:
    """One bridge on one lid after the other, and the acts of its life, each ending with it open."""

    def __init__(self, test):
        self.test, self.bridge = test, None
        self.plug()
        self.acts = {"changes": self.changes, "switching off and on": self.switching,
                     "loss": self.loss, "a FIFO removed": self.fifo, "a folder removed": self.folder}

    def plug(self):
        self.device = self.test.device(name="Lid")

    def start(self):
        if self.bridge is None or self.bridge.ended():
            if self.bridge is not None:
                self.bridge.close()
            self.bridge = self.test.bridge(self.device)
        self.tell(b"foreground\n")

    def calm(self):
        end = time.monotonic() + CALM
        while not (self.bridge.ended() or self.bridge.asleep()) and time.monotonic() < end:
            time.sleep(0.004)

    def appears(self, *paths):
        """Waits for files, as long as a bridge may take to make them."""
        end = time.monotonic() + CALM
        while not self.bridge.ended() and time.monotonic() < end:
            if all(map(os.path.exists, paths)):
                break
            time.sleep(0.004)
        self.calm()

    def change(self, value):
        self.device.set(value)
        self.calm()

    def tell(self, text):
        try:
            with self.bridge.writer() as writer:
                writer.write(text)
        except OSError:
            pass  # no FIFO, or nobody who reads it, at this moment
        self.calm()

    def changes(self):
        self.change(1)
        self.tell(b"background")
        self.change(0)
        self.change(1)
        self.bridge.signal(signal.SIGUSR1)
        self.calm()
        self.tell(b"foreground\n")
        time.clock_settime(time.CLOCK_REALTIME, time.time() + 1)
        self.calm()
        self.change(0)

    def switching(self):
        self.tell(b"disable\n")
        self.tell(b"enable\n")

    def loss(self):
        self.device.close()
        self.calm()
        self.plug()
        subprocess.run(["udevadm", "settle"], check=True)
        end = time.monotonic() + CALM
        while self.said()[1] == "unknown" and not self.bridge.ended() and time.monotonic() < end:
            time.sleep(0.004)
        self.calm()

    def fifo(self):
        os.unlink(self.bridge.focus_path)
        self.appears(self.bridge.focus_path)

    def folder(self):
        shutil.rmtree(os.path.dirname(self.bridge.state_path))
        self.appears(self.bridge.focus_path, self.bridge.state_path, self.bridge.lock_path)

    def calls(self, act):
        """How often an act makes each call that can fail."""
        self.start()
        tracer = Tracer(self.bridge, self.test.directory, "-f")
        act()
        names = re.findall(r"^(?:\d+ +)?(\w+)\(", tracer.detach(), re.MULTILINE)
        return {name: names.count(name) for name in PLAUSIBLE if name in names}

    def row(self, act, call, number, error):
        """Fails one call of an act: the outcome, and whether the call was made at all."""
        self.start()
        tracer = Tracer(self.bridge, self.test.directory,
                        "-e", f"inject={call}:error={error}:when={number}")
        act()
        made = "(INJECTED)" in tracer.detach()
        return self.outcome(), made

    def outcome(self):
        """What has become of the bridge, the switch being off."""
        for value, word in ((0, "open"), (1, "closed"), (0, "open")):
            self.device.set(value)
            end = time.monotonic() + CALM
            while not self.bridge.ended() and self.said() != (word, word):
                if time.monotonic() > end:
                    return f"lie: {self.said()}" if self.bridge.asleep() else "hang"
                time.sleep(0.01)
        self.appears(self.bridge.focus_path)
        self.tell(b"background\n")
        end, focus = time.monotonic() + CALM, None
        while focus != "background" and not self.bridge.ended() and time.monotonic() < end:
            record = json.loads(self.test.command("state", "--json").stdout())
            asked, focus = record["state"], record["focus"]
        if not self.bridge.ended():
            return "right" if (asked, focus) == ("open", "background") else f"lie: {record}"
        asked = self.test.command("state").stdout().strip()
        status = self.bridge.status()
        if status < 0:
            return f"crash: signal {-status}"
        if not self.bridge.stderr().strip() or (self.said()[0], asked) != ("unknown", "unknown"):
            return f"lie: exit {status}, {self.said()}, {asked}, {self.bridge.stderr()}"
        return f"exit {status}"

    def said(self):
        """What the state file and standard output say."""
        try:
            with open(self.bridge.state_path) as file:
                state = file.read().strip()
        except FileNotFoundError:
            state = ""
        return state, self.bridge.out.lines()[-1]

    def table(self):
        """Rows of act, call, which one, error, outcome, and whether the call was made."""
        for name, act in self.acts.items():
            for call, count in self.calls(act).items():
                for number in range(1, min(count, 12) + 1):
                    for error in PLAUSIBLE[call]:
                        yield name, call, number, error, *self.row(act, call, number, error)

    def extract(self):
        """The rows of each call's first time, with the error that is listed first."""
        done = set()
        for name, act in self.acts.items():
            for call in self.calls(act).keys() - done:
                done.add(call)
                error = PLAUSIBLE[call][0]
                yield name, call, 1, error, *self.row(act, call, 1, error)
