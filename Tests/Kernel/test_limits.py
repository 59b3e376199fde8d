"""What holds in every state: no wake-ups while idle, no growth in a flood, a stop at once."""

import fcntl
import os
import signal
import subprocess
import time

from bridge import pause, wait_for
from case import KernelTest, rows
from test_focus import resident

STATES = ("watching", "lost", "waiting", "disabled", "without a reader")


class States(KernelTest):
    """Bridges in each state that they can be in for long."""

    def bridge_that_is(self, state):
        lid = self.device(name=f"Lid {state}")
        folder = self.path(state)
        os.mkdir(folder)
        arguments = ["--device", lid.node, "-s", "lid", "-o", folder + "/state",
                     "-f", folder + "/focus", "--format", "json"]
        if state == "waiting":
            lid.close()
            arguments += ["--wait"]
        options = {}
        if state == "without a reader":
            read, options["stdout"] = os.pipe()
            fcntl.fcntl(read, fcntl.F_SETPIPE_SZ, 4096)
            for end in (read, options["stdout"]):
                self.addCleanup(os.close, end)
        running = self.start(*arguments, folder=folder, **options).ready(line=not options)
        running.focus("foreground")  # a writer has come and gone
        if state == "lost":
            lid.close()
        if state == "disabled":
            running.focus("disable\n")
        for number in range(40 if options else 0):
            lid.set(1 - number % 2)
            running.settle()
        return running.settle()

    def test_nothing_wakes_an_idle_bridge_in_ten_seconds_F01_S81(self):
        bridges = {state: self.bridge_that_is(state) for state in STATES}
        subprocess.run(["udevadm", "settle"], check=True)
        pause(3)  # a device is looked for once more after a second
        before = {state: running.settle().wakeups() for state, running in bridges.items()}
        pause(10)
        self.assertEqual({state: running.wakeups() for state, running in bridges.items()}, before)

    @rows({state: (state,) for state in STATES})
    def test_a_stop_takes_less_than_a_second_while(self, state):
        running = self.bridge_that_is(state)
        began = time.monotonic()
        running.signal(signal.SIGTERM)
        self.assertEqual(running.child.wait(), 0)
        self.assertLess(time.monotonic() - began, 1)
        self.assertEqual(open(running.state_path).read(), "unknown\n")
        self.assertFalse(os.path.exists(running.focus_path))


class Floods(KernelTest):
    def setUp(self):
        super().setUp()
        self.lid = self.device(on=["SW_LID"])

    def flood(self, running, data):
        with running.writer() as writer:
            os.set_blocking(writer.fileno(), True)
            writer.write(data)
        running.settle()

    @rows({"repeats": (b"foreground\n" * 100_000,), "random bytes": (os.urandom(1 << 20),),
           "entries": (b"fg\nbg\n" * 8_000,)})
    def test_a_flood_of_messages_grows_nothing(self, data):
        running = self.bridge(self.lid)
        self.flood(running, data[:100_000])
        before = resident(running.pid)
        self.flood(running, data)
        self.assertLess(resident(running.pid) - before, 1000)
        running.focus("\nbg\nfg\n")
        self.assertEqual(running.lines()[-1], "open")
        self.assertLess(running.stderr().count("\n"), 60)

    def test_a_flood_of_changes_that_nobody_reads_grows_nothing_T11(self):
        read, write = os.pipe()
        running = self.bridge(self.lid, "--format", "json", line=False, stdout=write)
        for end in (read, write):
            self.addCleanup(os.close, end)
        before = resident(running.pid)
        for number in range(20_000):
            self.lid.set(number % 2)
        self.assertEqual(running.state(), "closed\n")
        self.assertLess(resident(running.pid) - before, 1000)

    def test_output_that_is_fed_back_is_only_warned_about(self):
        cat = subprocess.Popen(["cat"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.addCleanup(cat.wait)
        self.addCleanup(cat.kill)
        running = self.bridge(self.lid, "-f", "-", line=False, stdin=cat.stdout, stdout=cat.stdin)
        cat.stdin.close()
        cat.stdout.close()
        wait_for(lambda: '"closed"' in running.stderr(), running.stderr)
        before = running.settle().wakeups()
        self.lid.set(0)
        wait_for(lambda: "held back" in running.stderr() or '"open"' in running.stderr(),
                 running.stderr)
        self.assertLess(running.settle().wakeups() - before, 10)
        self.assertEqual(running.state(), "open\n")
