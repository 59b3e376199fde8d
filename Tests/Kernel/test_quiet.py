"""How little the bridge does: wake-ups, system calls, what it never asks of a device."""

import os
import re
import subprocess
from collections import Counter

from bridge import wait_for
from case import KernelTest
from switches import ABS_X, EV_ABS, EV_SYN, KEY_VOLUMEUP

CHANGES = 8
FREE = {"restart_syscall", "clock_gettime"}  # strace's own doing; no call on real hardware


class WakeUps(KernelTest):
    def test_none_for_keys_axes_and_other_switches_on_the_node(self):
        device = self.device("SW_LID", "SW_DOCK", keys=(KEY_VOLUMEUP,), axes=(ABS_X,))
        running = self.bridge(device)
        before = running.wakeups()
        for value in range(1, 101):
            device.press(KEY_VOLUMEUP)
            device.set(value % 2, "SW_DOCK")
            device.send((EV_ABS, ABS_X, value), (EV_SYN, 0, 0))
        running.settle()
        self.assertEqual(running.wakeups(), before)
        device.set(1)
        self.assertEqual(running.lines(), ["open", "closed"])
        self.assertGreater(running.wakeups(), before)


class Strace:
    """A running bridge with strace at its side for as long as the block lasts."""

    def __init__(self, running, log):
        self.running, self.log = running, log

    def __enter__(self):
        self.child = subprocess.Popen(["strace", "-f", "-s", "200", "-o", self.log, "-p",
                                       str(self.running.pid)], stderr=subprocess.PIPE)
        os.set_blocking(self.child.stderr.fileno(), False)
        wait_for(lambda: b"attached" in (self.child.stderr.read() or b""), "strace")
        self.running.settle()
        return self

    def __exit__(self, *_):
        self.running.settle()
        self.child.terminate()
        self.child.wait()
        self.child.stderr.close()
        with open(self.log) as file:
            text = file.read()
        self.lines = [line for line in text.splitlines() if "<unfinished" not in line]
        self.calls = Counter(re.findall(r"^\d+ +(?:<\.\.\. )?(\w+)[( ]", "\n".join(
            line for line in text.splitlines() if "resumed>" not in line), re.MULTILINE))


class SystemCalls(KernelTest):
    def counted(self, *options):
        lid = self.device("SW_LID", keys=(KEY_VOLUMEUP,))
        running = self.bridge(lid, *options)
        with Strace(running, self.path("log")) as strace:
            for number in range(CHANGES):
                lid.set(1 - number % 2)
                running.settle()
        self.assertEqual(len(running.lines()), CHANGES + 1)
        return strace

    def compare(self, strace, reads, exact):
        calls = {name: count for name, count in strace.calls.items() if name not in FREE}
        self.assertLessEqual(calls.pop("read", 0), reads * CHANGES)
        polls = calls.pop("poll", 0) + calls.pop("ppoll", 0)
        self.assertLessEqual(polls, 2 * CHANGES + 1, "the wait and one POLLOUT check")
        self.assertEqual(calls, {name: count * CHANGES for name, count in exact.items()})

    def test_a_change_without_a_state_file_costs_poll_reads_poll_and_write(self):
        strace = self.counted("--state", "none")
        self.compare(strace, 2, {"write": 1})

    def test_with_one_it_costs_the_four_of_write_and_rename_and_the_locks_pwrite_more(self):
        strace = self.counted()
        rename = next(name for name in ("rename", "renameat", "renameat2") if strace.calls[name])
        opened = next(name for name in ("openat", "open") if strace.calls[name])
        self.compare(strace, 2, {opened: 1, "write": 2, "close": 1, rename: 1, "pwrite64": 1})
        order = [name for name in re.findall(r"^\d+ +(\w+)\(", "\n".join(strace.lines),
                                             re.MULTILINE)
                 if name in ("pwrite64", opened, "write", "close", rename)]
        self.assertEqual(order[:6], ["pwrite64", opened, "write", "close", rename, "write"],
                         "lock file, state file, standard output")
        for line in strace.lines:
            if " open" in line:
                self.assertRegex(line, r"O_EXCL.*O_NOFOLLOW|O_NOFOLLOW.*O_EXCL")

    def test_the_device_is_opened_to_read_and_never_grabbed_or_written(self):
        lid = self.device("SW_LID")
        running = self.start("--device", lid.node,
                             before=("strace", "-D", "-f", "-o", self.path("log"))).ready()
        lid.set(1)
        running.focus("foreground\nbackground\ndisable\n")
        running.focus("enable\nreset\n")
        self.assertEqual(running.stop(), 0)
        text = wait_for(lambda: self.finished("log"), "the end of the log")
        self.assertNotIn("EVIOCGRAB", text)
        self.assertIn("EVIOCSMASK", text)
        opened = re.findall(r'open(?:at)?\([^)]*?"/dev/input/[^)]*', text)
        opened += re.findall(r'open(?:at)?\([^)]*?"event\d+"[^)]*', text)
        self.assertGreaterEqual(len(opened), 2, "at start and when enabled again")
        for call in opened:
            self.assertRegex(call, r"O_RDONLY|O_PATH")
            self.assertIn("O_CLOEXEC", call)
            if "O_PATH" not in call and "O_DIRECTORY" not in call:
                self.assertIn("O_NONBLOCK", call)

    def finished(self, log):
        with open(self.path(log)) as file:
            text = file.read()
        return text if "+++ exited" in text else None
