"""Standard output: every kind of it, bursts of changes, readers that leave."""

import os
import signal
import subprocess

from bridge import Stream, wait_for
from case import KernelTest, rows
from switches import EV_SW, EV_SYN

LID = 0


class Output(KernelTest):
    def setUp(self):
        super().setUp()
        self.lid = self.device("SW_LID")

    def burst(self, values):
        """Changes one after the other without a pause, each a frame of its own."""
        for value in values:
            self.lid.set(value)

    def test_changes_in_a_burst_are_never_merged_S33(self):
        running = self.bridge(self.lid)
        running.focus("foreground\n")
        self.burst([1, 0, 1, 0])
        self.assertEqual(running.lines(), ["open", "closed", "open", "closed", "open"])

    def test_a_made_up_open_before_a_close_S11(self):
        running = self.bridge(self.lid)
        self.lid.set(1)
        self.assertEqual(running.lines(), ["open", "closed"])
        self.burst([0, 1])
        self.assertEqual(running.lines(), ["open", "closed"])

    def test_twenty_false_nears_are_twenty_lines_S64(self):
        running = self.bridge(self.lid)
        running.lines()
        self.burst([1, 0] * 10)
        self.assertEqual(running.lines(), ["closed", "open"] * 10)
        self.assertEqual(running.state(), "open\n")

    def test_what_piled_up_while_frozen_is_all_told_in_order(self):
        running = self.bridge(self.lid)
        running.lines()
        running.freeze()
        self.burst([1, 0] * 10)
        running.thaw()
        self.assertEqual(running.lines(), ["closed", "open"] * 10)

    def test_an_overflow_is_one_resync_and_no_line_for_lost_edges_S56(self):
        running = self.bridge(self.lid)
        running.lines()
        running.freeze()
        self.burst([1, 0] * 49 + [1])
        running.thaw()
        self.assertEqual(running.lines(), ["closed"])

    @rows({"up": ([1, 0, 1], ["closed"]), "and back": ([1, 0], []), "once": ([1], ["closed"])})
    def test_a_frame_is_published_once_as_it_leaves_the_switch(self, values, lines):
        running = self.bridge(self.lid)
        running.lines()
        self.lid.send(*((EV_SW, LID, value) for value in values), (EV_SYN, 0, 0))
        self.assertEqual(running.lines(), lines)

    def test_an_equal_value_is_no_event(self):
        running = self.bridge(self.lid)
        self.burst([0, 0, 1, 1, 1, 0])
        self.assertEqual(running.lines(), ["open", "closed", "open"])

    def test_into_a_file_every_line_is_there_at_once_T09(self):
        with open(self.path("out"), "wb") as file:
            running = self.bridge(self.lid, line=False, stdout=file)
        wait_for(lambda: open(self.path("out")).read() == "open\n", "the first line")
        self.lid.set(1)
        running.settle()
        self.assertEqual(open(self.path("out")).read(), "open\nclosed\n")
        self.assertEqual(running.stop(), 0)
        self.assertEqual(open(self.path("out")).read(), "open\nclosed\nunknown\n")

    def test_appended_to_a_file_nothing_is_overwritten(self):
        with open(self.path("out"), "ab") as file:
            file.write(b"before\n")
            file.flush()
            running = self.bridge(self.lid, line=False, stdout=file)
            self.assertEqual(running.stop(), 0)
        self.assertEqual(open(self.path("out")).read(), "before\nopen\nunknown\n")

    def test_through_cat_and_into_a_fifo_T09(self):
        os.mkfifo(self.path("out"))
        reader = os.open(self.path("out"), os.O_RDONLY | os.O_NONBLOCK)
        stream = Stream()
        stream.close()
        stream.fd = reader
        self.addCleanup(stream.close)
        with open(self.path("out"), "wb") as writer:
            cat = subprocess.Popen(["cat"], stdin=subprocess.PIPE, stdout=writer)
        self.addCleanup(cat.wait)
        self.addCleanup(cat.kill)
        running = self.bridge(self.lid, line=False, stdout=cat.stdin)
        cat.stdin.close()
        self.lid.set(1)
        wait_for(lambda: stream.lines() == ["open", "closed"], stream.lines)
        self.assertEqual(running.stop(), 0)

    def test_standard_output_holds_records_only_T14(self):
        running = self.bridge(self.lid, "-v")
        self.lid.set(1)
        running.focus("foreground\nnonsense\n")
        self.lose(self.lid, 0)
        running.signal(signal.SIGUSR1)
        running.settle()
        self.assertEqual(running.stop(), 0)
        self.assertEqual(running.out.take(), ["open", "closed", "open", "unknown"])
        self.assertGreaterEqual(running.stderr().count("\n"), 5, "each event, message, reading")

    def test_the_bytes_of_a_record_are_one_line_each(self):
        running = self.bridge(self.lid, "--format", "json")
        self.burst([1, 0])
        running.settle()
        data = running.out.drain()
        self.assertTrue(data.endswith(b"}\n"))
        self.assertEqual(data.count(b"\n"), 3)


class LeavingReaders(KernelTest):
    def setUp(self):
        super().setUp()
        self.lid = self.device("SW_LID")

    def gone(self, running):
        """Ended at once, with no record due, quietly, the state file says unknown."""
        self.assertEqual(running.status(), 0)
        self.assertEqual(running.stderr(), "")
        self.assertEqual(open(running.state_path).read(), "unknown\n")
        self.assertFalse(os.path.lexists(running.focus_path))

    def test_head_n1_ends_the_bridge_at_once_T10(self):
        stream = Stream()
        self.addCleanup(stream.close)
        head = subprocess.Popen(["head", "-n1"], stdin=subprocess.PIPE, stdout=stream.writer)
        running = self.start("--device", self.lid.node, "-q", stdout=head.stdin)
        head.stdin.close()
        stream.close_writer()
        self.assertEqual(head.wait(), 0)
        self.assertEqual(stream.lines(), ["open"])
        self.gone(running)

    def test_a_reader_that_leaves_a_fifo(self):
        os.mkfifo(self.path("out"))
        reader = os.open(self.path("out"), os.O_RDONLY | os.O_NONBLOCK)
        with open(self.path("out"), "wb") as writer:
            running = self.bridge(self.lid, "-q", line=False, stdout=writer)
        self.assertFalse(running.ended())
        os.close(reader)
        self.gone(running)

    def test_a_terminal_that_is_hung_up(self):
        master, slave = os.openpty()
        running = self.bridge(self.lid, "-q", line=False, stdout=slave)
        os.close(slave)
        self.assertEqual(os.read(master, 100), b"open\r\n")
        os.close(master)
        self.gone(running)

    def test_no_reader_from_the_start(self):
        read, write = os.pipe()
        os.close(read)
        running = self.start("--device", self.lid.node, "-q", stdout=write)
        os.close(write)
        self.gone(running)
