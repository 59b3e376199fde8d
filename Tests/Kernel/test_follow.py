"""`state --follow`, for bars that start one process for each screen, and the form for Waybar."""

import json
import os
import shutil
import signal

from bridge import Bridge, wait_for
from case import PROGRAM, KernelTest, rows


class Follow(KernelTest):
    def setUp(self):
        super().setUp()
        self.lid = self.device(name="Lid <b>&")

    def follower(self, *arguments, **options):
        """A follower, and its first line there."""
        running = Bridge([PROGRAM, "state", "--follow", *arguments], self.environment(),
                         self.directory, self.directory, **options)
        self.addCleanup(running.close)
        return running.ready()

    def says(self, follower, *lines):
        wait_for(lambda: len(follower.out.lines()) >= follower.out.seen + len(lines),
                 lambda: f"{lines}; {follower.out.lines()}; {follower.stderr()}")
        self.assertEqual(tuple(follower.lines()), lines)

    def test_each_follower_says_what_is_so_and_what_comes(self):
        running = self.bridge(self.lid)
        followers = [self.follower(), self.follower("--switch", "lid"),
                     self.follower("--state", running.state_path)]
        followers[0].signal(signal.SIGUSR1)
        for word, value in (("closed", 1), ("open", 0)):
            self.lid.set(value)
            running.settle()
            for follower in followers:
                follower.settle()
        for follower in followers:
            self.says(follower, "open", "closed", "open")
            self.assertEqual(follower.stderr(), "")

    def test_json_has_every_record_once(self):
        running = self.bridge(self.lid, "--format", "json")
        follower = self.follower("--json")
        for step in range(6):
            (lambda: self.lid.set(1), lambda: running.focus("fg\n"), lambda: self.lid.set(0),
             lambda: running.focus("bg\n"), lambda: running.focus("bg\n"),
             lambda: running.signal(signal.SIGUSR1))[step]()
            running.settle()
            follower.settle()
        self.assertEqual(follower.lines(), running.lines())

    @rows({"named": (("--switch", "lid"),), "not named": ((),)})
    def test_it_waits_for_a_bridge_and_follows_it_through_restarts(self, choice):
        follower = self.follower(*choice)
        self.says(follower, "unknown")
        running = self.bridge(self.lid)
        self.says(follower, "open")
        running.signal(signal.SIGKILL)
        running.status()
        self.says(follower, "unknown")
        running = self.bridge(self.lid)
        self.says(follower, "open")
        running.stop()
        self.says(follower, "unknown")
        shutil.rmtree(os.path.join(self.runtime, "proxbridge"))
        self.bridge(self.lid)
        self.says(follower, "open")

    def test_after_a_stop_in_good_order_json_says_unknown_once(self):
        running = self.bridge(self.lid)
        follower = self.follower("--json")
        running.stop()
        wait_for(lambda: len(follower.out.lines()) == 2, follower.stdout)
        follower.settle()
        records = follower.records()
        self.assertEqual([record["reason"] for record in records], ["start", "stop"])
        self.assertEqual(records[1]["seq"], 2)

    def test_it_ends_with_its_reader_and_costs_nothing_while_idle(self):
        self.bridge(self.lid)
        follower = self.follower()
        before = follower.settle().wakeups()
        self.lid.set(1)
        follower.settle()
        self.assertLess(follower.wakeups() - before, 5)
        follower.out.close()
        self.assertEqual(follower.status(), 0)
        self.assertEqual(follower.stderr(), "")

    def test_a_second_bridge_does_not_distract_it(self):
        self.bridge(self.lid)
        follower = self.follower()
        dock = self.device("SW_TABLET_MODE")
        self.bridge(dock)
        dock.set(1)
        self.lid.set(1)
        self.says(follower, "open", "closed")
        self.assertEqual(self.command("state", "--follow").child.returncode, 2)

    def test_the_form_for_waybar(self):
        running = self.bridge(self.lid, "--format", "waybar", "--words", "<on>,o&ff")
        follower = self.follower("--format", "waybar")
        for step in (lambda: self.lid.set(1), lambda: running.focus("fg\n"),
                     lambda: running.focus("bg\n")):
            step()
            running.settle()
            follower.settle()
        lines = running.lines()
        self.says(follower, *lines)
        self.assertEqual([json.loads(line) for line in lines], [
            {"text": "o&amp;ff", "alt": "o&ff", "class": ["o&ff", "measured"],
             "tooltip": "o&amp;ff (measured)"},
            {"text": "&lt;on&gt;", "alt": "<on>", "class": ["<on>", "measured"],
             "tooltip": "&lt;on&gt; (measured)"},
            {"text": "o&amp;ff", "alt": "o&ff", "class": ["o&ff", "assumed"],
             "tooltip": "o&amp;ff (assumed, the switch says &lt;on&gt;)"}])
        self.assertEqual(self.command("state", "--format", "waybar").stdout(), lines[-1] + "\n")
        running.stop()
        self.assertEqual(json.loads(running.out.take()[0])["class"], ["unknown", "none"])
        self.assertEqual(json.loads(self.command("state", "--format", "waybar").stdout()),
                         {"text": "unknown", "alt": "unknown", "class": ["unknown", "none"],
                          "tooltip": "no reading"})
