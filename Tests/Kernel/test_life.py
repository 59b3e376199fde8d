"""A bridge that is killed, started again, watched by systemd, or woken by the clock."""

import os
import signal
import socket
import subprocess
import time

from bridge import wait_for
from case import KernelTest, rows


class Restart(KernelTest):
    def setUp(self):
        super().setUp()
        self.lid = self.device(on=["SW_LID"])

    def test_a_kill_makes_it_unknown_and_its_successor_keeps_the_correction(self):
        running = self.bridge(self.lid)
        running.focus("fg\n")
        running.signal(signal.SIGKILL)
        running.status()
        self.assertEqual(open(running.state_path).read(), "open\n")
        self.assertEqual(self.command("state").stdout(), "unknown\n")
        again = self.bridge(self.lid, "--format", "json")
        record = again.records()[0]
        self.assertEqual((record["state"], record["basis"], record["focus"]),
                         ("open", "assumed", "foreground"))
        again.signal(signal.SIGKILL)
        again.status()
        other = self.bridge(self.lid, "--on-foreground", "reread")
        self.assertEqual(other.lines(), ["closed"], "what was doubted under another policy")

    def test_a_stop_in_good_order_leaves_nothing_to_go_on_from(self):
        running = self.bridge(self.lid)
        running.focus("fg\n")
        running.stop()
        self.assertEqual(self.bridge(self.lid).lines(), ["closed"])

    def test_a_kill_at_any_moment_leaves_a_whole_record(self):
        for count in range(1, 9):
            running = self.bridge(self.lid)
            for index in range(count):
                self.lid.set(index % 2)
            running.signal(signal.SIGKILL)
            running.status()
            self.assertIn(open(running.state_path).read(), ("open\n", "closed\n"))
        self.bridge(self.lid).stop()
        folder = os.path.dirname(running.state_path)
        self.assertEqual(sorted(os.listdir(folder)), ["state", "state.lock"], "leftovers are swept")

    def test_a_kill_within_a_message_leaves_all_of_it_or_nothing(self):
        seen = set()
        for count in range(5):
            running = self.bridge(self.lid)
            running.focus("bg\n")
            with running.writer() as writer:
                writer.write(b"fg\n")
            end = time.perf_counter() + count * 0.0005
            while time.perf_counter() < end:
                pass
            running.signal(signal.SIGKILL)
            running.status()
            running.close()
            again = self.bridge(self.lid, "--format", "json")
            record = again.records()[0]
            seen.add((record["state"], record["basis"], record["focus"]))
            again.focus("reset\n")
            again.stop()
            self.lid.set(0)
            self.lid.set(1)
        self.assertLessEqual(seen, {("closed", "measured", "background"),
                                    ("open", "assumed", "foreground")})


class Clock(KernelTest):
    def test_the_switch_is_read_again_when_the_clock_is_set(self):
        lid = self.device(on=["SW_LID"])
        running = self.bridge(lid, "--format", "json")
        self.lose(lid, 0)
        self.assertEqual(len(running.records()), 1)
        subprocess.run(["date", "-s", "+3 seconds"], check=True, stdout=subprocess.DEVNULL)
        wait_for(lambda: len(running.out.lines()) == 2, "a record")
        record, = running.records()
        self.assertEqual((record["state"], record["reason"]), ("open", "reading"))


class Systemd(KernelTest):
    @rows({"a path": (False,), "an abstract name": (True,)})
    def test_it_is_told_how_the_bridge_is_at(self, is_abstract):
        lid = self.device(on=["SW_LID"])
        name = "proxbridge-test" if is_abstract else self.path("notify")
        manager = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.addCleanup(manager.close)
        manager.bind("\0" + name if is_abstract else name)
        manager.settimeout(40)
        environment = self.environment(NOTIFY_SOCKET=("@" if is_abstract else "") + name,
                                       WATCHDOG_USEC="400000")
        running = self.bridge(lid, environment=environment)
        told = lambda: manager.recv(4096).decode()
        self.assertEqual(told(), "READY=1\nSTATUS=closed\n")
        self.assertEqual(told(), "WATCHDOG=1\n")
        lid.set(0)
        while (text := told()) == "WATCHDOG=1\n":
            pass
        self.assertEqual(text, "STATUS=open\n")
        running.signal(signal.SIGTERM)
        while (text := told()) == "WATCHDOG=1\n":
            pass
        self.assertEqual(text, "STOPPING=1\n")
        self.assertEqual(running.status(), 0)

    def test_the_watchdog_of_another_process_is_left_alone(self):
        lid = self.device()
        manager = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.addCleanup(manager.close)
        manager.bind(self.path("notify"))
        running = self.bridge(lid, environment=self.environment(
            NOTIFY_SOCKET=self.path("notify"), WATCHDOG_USEC="100000", WATCHDOG_PID="1"))
        manager.settimeout(1)
        self.assertTrue(manager.recv(4096).startswith(b"READY=1\n"))
        with self.assertRaises(TimeoutError):
            self.fail(f"told {manager.recv(4096)}")
        self.assertFalse(running.ended())
