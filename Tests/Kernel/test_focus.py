"""What may be written into the focus FIFO or come on standard input, and what comes of it."""

import os
import re
import subprocess
import threading
import time

from bridge import wait_for
from case import KernelTest, rows

FOREGROUND = {
    "the word": b"foreground\n", "short": b"fg\n", "upper case": b"FOREGROUND\n",
    "mixed case": b"fG\n", "CR": b"foreground\r\n", "blanks and tabs": b" \t fg \t \n",
    "empty lines around": b"\n\r\n  \nfg\n\n", "unterminated": b"fg",
    "unterminated with CR": b"fg\r", "the last of several": b"fg\nbg\nbackground\nfg\n",
    "256 bytes": b"fg" + b" " * 253 + b"\n", "a fraction": b"fg 0.000001\n",
    "whole seconds": b"fg 1\n", "blanks before the seconds": b"fg \t 1.5 \r\n",
    "after garbage": b"what\nfg\n", "after bytes that are no text": b"\0\xff\xfe\x1b[2J\nfg\n",
    "after a line of 5000 bytes (F14)": b"fg " * 1667 + b"\nfg\n",
    "after a line of 60000 bytes": b"x" * 60000 + b"\nfg\n",
}
GARBAGE = [b"foregroundx", b"fore ground", b"fg fg", b"fg 1 2", b"fg x", b"fg 1.2.3", b"fg nan",
           b"fg inf", b"fg 0x10", b"fg -1", b"f", b"\0", b"fg\0", b"\xff", b"near", b"unknown",
           b"fg;bg", b"fg,", b"\xef\xbb\xbffg", b"fg" + b" " * 256, b"fg" * 5000]


class Grammar(KernelTest):
    """The sensor says near throughout; what a foreground does shows as far."""

    def setUp(self):
        super().setUp()
        self.sensor = self.device("SW_FRONT_PROXIMITY", on=["SW_FRONT_PROXIMITY"])

    def entered(self, *options, **more):
        running = self.bridge(self.sensor, *options, **more)
        self.assertEqual(running.lines(), ["near"])
        return running

    @rows({name: (text,) for name, text in FOREGROUND.items()})
    def test_a_foreground_is_read(self, text):
        running = self.entered()
        running.focus(text)
        self.assertEqual(running.lines(), ["far"])

    def test_garbage_changes_nothing_and_is_warned_about_once_a_second(self):
        running = self.entered("-q")
        began = time.monotonic()
        for line in GARBAGE:
            running.focus(line + b"\n")
            self.assertEqual(running.lines(), [], line)
        wait_for(lambda: accounted(running.stderr()) == len(GARBAGE), lambda: running.stderr())
        warnings = running.stderr().splitlines()
        self.assertIn("foregroundx", warnings[0])
        self.assertLessEqual(len(warnings), 2 + time.monotonic() - began)
        running.focus(b"fg\n")
        self.assertEqual(running.lines(), ["far"])

    def test_a_warning_shows_the_start_of_the_line_escaped(self):
        running = self.entered("-q")
        running.focus(b"go\x1b[2J\x07\x9b\xff away" + b"y" * 4000 + b"\n")
        wait_for(lambda: "\n" in running.stderr(), "a warning")
        said = running.stderr()
        self.assertRegex(said, r"\Aproxbridge: [ -~\u00a1-\uffff]*go[ -~\u00a1-\ufffd]*\n\Z")
        self.assertIn("[2J", said)
        self.assertLess(len(said), 1000)

    def test_a_line_may_come_in_parts_F13(self):
        running = self.entered()
        with running.writer() as writer:
            writer.write(b"fore")
            self.assertEqual(running.lines(), [])
            writer.write(b"ground\n")
            self.assertEqual(running.lines(), ["far"])

    def test_the_unterminated_word_counts_when_the_last_writer_leaves(self):
        running = self.entered()
        holder = running.writer()
        running.focus(b"foreground")
        self.assertEqual(running.lines(), [], "another writer is still there")
        holder.close()
        self.assertEqual(running.lines(), ["far"])

    def test_an_unterminated_part_is_not_glued_to_the_next_writer(self):
        running = self.entered()
        running.focus(b"back")
        running.focus(b"foreground\n")
        self.assertEqual(running.lines(), ["far"])

    def test_a_line_without_end_grows_no_memory(self):
        running = self.entered()
        with running.writer() as writer:
            before = resident(running.pid)
            os.set_blocking(writer.fileno(), True)
            for _ in range(128):
                writer.write(b"fg " * 10922)
            running.settle()
            self.assertLess(resident(running.pid) - before, 512)
            writer.write(b"\nfg\n")
            self.assertEqual(running.lines(), ["far"])

    def test_writers_at_once_keep_their_lines_whole_F14(self):
        running = self.bridge(self.sensor, "--format", "json", "-q")
        running.lines()

        def write(text):
            with open(running.focus_path, "wb", 0) as fifo:
                for _ in range(500):
                    fifo.write(text)

        threads = [threading.Thread(target=write, args=(text,)) for text in (b"fg\n", b"bg\n")]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertIn(running.records()[-1]["focus"], ("foreground", "background"))
        self.assertEqual(running.stderr(), "")

    def test_a_frozen_bridge_reads_all_lines_and_the_last_decides_F06(self):
        running = self.entered()
        running.freeze()
        with running.writer() as writer:
            while writer.write(b"bg\nfg\n" * 500) or writer.write(b"bg\nfg\n"):
                pass
        running.thaw()
        self.assertEqual(running.lines(), ["far"], "one line, no matter how many messages")

    def test_writers_come_and_go_F02(self):
        running = self.entered()
        for _ in range(3):
            subprocess.run(["sh", "-c", 'echo foreground > "$1"', "sh", running.focus_path],
                           check=True)
        self.assertEqual(running.lines(), ["far"])
        self.sensor.set(0)
        self.sensor.set(1)
        running.focus("background\nforeground\n")
        self.assertEqual(running.lines(), ["near", "far"], "far to far says nothing")

    def test_queued_events_go_before_a_message(self):
        running = self.entered()
        running.freeze()
        with running.writer() as writer:
            writer.write(b"foreground\n")
        self.sensor.set(0)
        self.sensor.set(1)
        running.thaw()
        self.assertEqual(running.lines()[-1], "far")


class StandardInput(KernelTest):
    def setUp(self):
        super().setUp()
        self.sensor = self.device("SW_FRONT_PROXIMITY", on=["SW_FRONT_PROXIMITY"])

    def run_with(self, stdin):
        return self.bridge(self.sensor, "--focus", "-", stdin=stdin)

    def test_lines_are_read_and_the_last_focus_stays_at_the_end(self):
        read, write = os.pipe()
        running = self.run_with(read)
        os.close(read)
        self.assertEqual(running.lines(), ["near"])
        os.write(write, b"bg\nfore")
        self.assertEqual(running.lines(), [])
        os.write(write, b"ground")
        os.close(write)
        self.assertEqual(running.lines(), ["far"], "an unterminated last line counts")
        self.sensor.set(0)
        self.sensor.set(1)
        self.assertEqual(running.lines(), ["near"])
        idle = running.wakeups()
        wait_for(self.after(1.5), "idle seconds")
        self.assertEqual(running.wakeups(), idle)
        self.assertFalse(os.path.exists(running.focus_path))
        self.assertEqual(running.stop(), 0)

    def after(self, seconds):
        end = time.monotonic() + seconds
        return lambda: time.monotonic() > end

    def test_a_regular_file_is_read_to_its_end(self):
        with open(self.path("input"), "wb+") as file:
            file.write(b"background\nforeground\n")
            file.seek(0)
            running = self.run_with(file)
        self.assertEqual(running.lines()[-1], "far")
        idle = running.wakeups()
        wait_for(self.after(1.0), "an idle second")
        self.assertEqual(running.wakeups(), idle)

    def test_dev_null_says_nothing(self):
        running = self.run_with(subprocess.DEVNULL)
        self.assertEqual(running.lines(), ["near"])
        self.assertEqual(running.stop(), 0)


def accounted(warnings):
    """How many lines were warned about: one each, or a count of those held back."""
    held = [re.match(r"proxbridge: [a-z: ]*(\d+) ", line) for line in warnings.splitlines()]
    return sum(int(match[1]) if match else 1 for match in held)


def resident(pid):
    """Resident memory in KiB."""
    with open(f"/proc/{pid}/status") as file:
        return next(int(line.split()[1]) for line in file if line.startswith("VmRSS"))
