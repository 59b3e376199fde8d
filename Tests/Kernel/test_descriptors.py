"""The standard streams as they are inherited: closed, shared, not read by anybody."""

import fcntl
import json
import os

from bridge import Stream, wait_for
from case import KernelTest, rows


class Descriptors(KernelTest):
    def setUp(self):
        super().setUp()
        self.lid = self.device("SW_LID")

    @rows({"input": ("<&-",), "output": (">&-",), "error": ("2>&-",), "all": ("<&- >&- 2>&-",)})
    def test_closed_at_start(self, redirections):
        running = self.start(
            "--device", self.lid.node, before=("sh", "-c", f'exec "$@" {redirections}', "sh"))
        wait_for(lambda: os.path.exists(running.state_path), lambda: running.stderr())
        self.lid.set(1)
        self.assertEqual(running.state(), "closed\n")
        with open(running.lock_path, "rb") as lock:
            self.assertNotIn(b"open\nclosed\n", lock.read())
        running.focus("foreground\n")
        self.assertEqual(running.state(), "open\n")
        self.assertEqual(running.stop(), 0)

    def test_flags_of_inherited_descriptors_are_left_alone(self):
        pipes = [os.pipe() for _ in range(3)]
        ends = [pipes[0][0], pipes[1][1], pipes[2][1]]
        before = [fcntl.fcntl(end, fcntl.F_GETFL) for end in ends]
        running = self.bridge(self.lid, "--focus", "-", "-v", line=False, stdin=ends[0],
                              stdout=ends[1], stderr=ends[2])
        os.write(pipes[0][1], b"foreground\n")
        running.settle()
        self.lid.set(1)
        running.settle()
        self.assertEqual([fcntl.fcntl(end, fcntl.F_GETFL) for end in ends], before)
        self.assertEqual(running.stop(), 0)
        self.assertEqual([fcntl.fcntl(end, fcntl.F_GETFL) for end in ends], before)
        self.assertEqual(os.read(pipes[1][0], 100), b"open\nclosed\nunknown\n")
        for end in (end for pipe in pipes for end in pipe):
            os.close(end)

    def test_nothing_but_standard_streams_is_passed_on_or_left_open(self):
        running = self.bridge(self.lid, "--state", "none", "--focus", "none")
        for name in os.listdir(f"/proc/{running.pid}/fdinfo"):
            with open(f"/proc/{running.pid}/fdinfo/{name}") as file:
                flags = int(file.read().split("flags:")[1].split()[0], 8)
            if int(name) > 2:
                self.assertTrue(flags & os.O_CLOEXEC, f"descriptor {name}")

    def test_standard_error_that_nobody_reads_never_blocks_the_bridge(self):
        read, write = os.pipe()
        fcntl.fcntl(write, fcntl.F_SETPIPE_SZ, 4096)
        running = self.bridge(self.lid, "-v", stderr=write)
        for _ in range(10):
            for value in [1, 0] * 10:
                self.lid.set(value)
            self.assertEqual(running.lines()[-1], "open")
        self.assertEqual(running.state(), "open\n")
        self.assertEqual(running.stop(), 0)
        os.close(read)
        os.close(write)

    def test_a_reader_that_stalls_stops_nothing_and_gets_the_newest_record_T11(self):
        read, write = os.pipe()
        fcntl.fcntl(write, fcntl.F_SETPIPE_SZ, 4096)
        running = self.bridge(self.lid, "--format", "json", line=False, stdout=write)
        os.close(write)
        for number in range(60):
            self.lid.set(1 - number % 2)
            running.settle()
            self.assertEqual(running.state(), ["closed\n", "open\n"][number % 2])
        self.lid.set(1)
        self.assertEqual(running.state(), "closed\n")
        stream = Stream()
        stream.close()
        stream.fd = read
        self.addCleanup(stream.close)
        os.set_blocking(read, False)
        wait_for(lambda: [json.loads(line) for line in stream.lines()][-1]["seq"] == 62,
                 lambda: stream.lines()[-1])
        records = [json.loads(line) for line in stream.lines()]
        self.assertEqual(records[-1]["state"], "closed")
        numbers = [record["seq"] for record in records]
        self.assertEqual(numbers[:-1], list(range(1, len(numbers))), "a gap only before the last")
        self.assertLess(len(numbers), 62)
        self.assertEqual(running.stop(), 0)

    @rows({"output": ("stdout",), "error": ("stderr",)})
    def test_a_stop_while_nobody_reads_standard(self, stream):
        read, write = os.pipe()
        fcntl.fcntl(write, fcntl.F_SETPIPE_SZ, 4096)
        running = self.bridge(self.lid, "-v", "--format", "json", line=stream == "stderr",
                              **{stream: write})
        for number in range(60):
            self.lid.set(1 - number % 2)
            running.settle()
        self.assertEqual(running.stop(), 0)
        self.assertEqual(open(running.state_path).read(), "unknown\n")
        self.assertFalse(os.path.lexists(running.focus_path))
        os.close(read)
        os.close(write)
