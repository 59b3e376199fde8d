"""README's recipes as files, and a real sway without a screen to run them in."""

import ctypes
import json
import os
import re
import shlex
import signal
import subprocess

from bridge import Process, wait_for
from case import AS_NOBODY, NOBODY, PROGRAM, KernelTest

README = os.path.join(os.path.dirname(__file__), "..", "..", "README.md")
DEADLINE = 90.0  # the guest is emulated
PR_SET_CHILD_SUBREAPER = 36


def recipe(marker):
    """The one fenced block of README's recipes that has this text."""
    with open(README) as file:
        section = file.read().split("\n## Recipes\n")[1].split("\n## ")[0]
    block, = (block for block in re.findall(r"^```\w*\n(.*?)^```$", section, re.M | re.S)
              if marker in block)
    return block


def line(marker):
    """The one line of README's lines for sway's config that has this text."""
    found, = (line for line in recipe("exec proxbridge").splitlines() if marker in line)
    return found


class DesktopTest(KernelTest):
    """An ordinary user's session: sway refuses root."""

    def setUp(self):
        super().setUp()
        # What sway starts outlives it; it becomes a child of this process, to be ended by its number.
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1)
        self.addCleanup(end_children)
        self.socket = os.path.join(self.runtime, "sway.sock")
        self.log = self.path("sway.log")
        self.user = self.as_nobody(
            PATH=os.path.dirname(PROGRAM) + ":/usr/bin:/bin", SWAYSOCK=self.socket,
            WLR_BACKENDS="headless", WLR_RENDERER="pixman", WLR_LIBINPUT_NO_DEVICES="1")
        os.mkdir(self.path("bin"))
        for name in ("focus-of", "dark-when-near", "lid-words"):
            self.install(name, recipe(f"# ~/bin/{name}:"))

    def install(self, name, text):
        """A script of that name in the user's ~/bin."""
        path = self.path("bin", name)
        with open(path, "w") as file:
            file.write(text)
        os.chmod(path, 0o755)
        return path

    def switch(self, *switches, **options):
        """A device that the user may read."""
        device = self.device(*switches, **options)
        self.permit(device, 0o400, NOBODY, NOBODY)
        return device

    def soon(self, condition, what):
        return wait_for(condition, what, DEADLINE)

    def process(self, *command, **options):
        """A command of the user in the session, not waited for."""
        environment = {**self.user["environment"], "WAYLAND_DISPLAY": "wayland-1"}
        process = Process(command, environment, self.directory, **AS_NOBODY, **options)
        self.addCleanup(process.close)
        return process

    def call(self, *command):
        """Runs a command of the user to its end and returns its output."""
        process = self.process(*command)
        self.soon(process.ended, lambda: f"end of {command}")
        return process.stdout()

    def sway(self, *config):
        """Starts sway with these lines as its config and waits until it answers."""
        with open(self.path("config"), "w") as file:
            file.write("\n".join(["xwayland disable", *config, ""]))
        with open(self.log, "w") as log:
            self.compositor = self.process("sway", "-d", "-c", self.path("config"), stderr=log)
        self.soon(lambda: "success" in self.swaymsg("nop"), lambda: open(self.log).read())

    def swaymsg(self, *arguments):
        return self.call("swaymsg", *arguments)

    def window(self, app):
        """A real window of that app, once it has the focus."""
        window = self.process("foot", "-a", app, "sleep", "1000", stderr=subprocess.DEVNULL)
        self.soon(lambda: self.focused() == app, lambda: f"{app} focused; {self.focused()}")
        return window

    def focused(self):
        def find(node):
            inner = node["nodes"] + node["floating_nodes"]
            return node.get("app_id") if node["focused"] else next(filter(None, map(find, inner)), None)
        return find(json.loads(self.swaymsg("-t", "get_tree")))

    def record(self):
        """What the bridge says, in full."""
        return json.loads(self.call("proxbridge", "state", "--json"))

    def says(self, **wanted):
        """Waits until the bridge's record has these values."""
        def matches():
            self.last = self.record()
            return all(self.last[key] == value for key, value in wanted.items())
        self.soon(matches, lambda: f"{wanted} in {self.last}; {open(self.log).read()[-2000:]}")

    def state_is(self, word, folder="front-proximity"):
        """Waits until the state file says this word."""
        path = os.path.join(self.runtime, "proxbridge", folder, "state")
        def read():
            return open(path).read() if os.path.exists(path) else "nothing"
        self.soon(lambda: read() == word + "\n", lambda: f"{word}; {read()}")

    def bridge_pid(self, folder="front-proximity"):
        """The number that the running bridge has written into its lock file."""
        with open(os.path.join(self.runtime, "proxbridge", folder, "state.lock"), "rb") as file:
            return int(re.search(rb"^pid (\d+)$", file.read(), re.M)[1])


def find_process(*words):
    """The number of the one process whose command line has these words."""
    found = subprocess.run(["pgrep", "-f", "--", "^" + " ".join(words)], stdout=subprocess.PIPE)
    numbers = found.stdout.split()
    return int(numbers[0]) if len(numbers) == 1 else None


def end_children():
    path = f"/proc/self/task/{os.getpid()}/children"
    while children := open(path).read().split():
        for child in map(int, children):
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
