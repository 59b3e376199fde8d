"""The bug that the program is for, both ways, with `evtest` beside it reading the same device."""

import re
import subprocess

from bridge import Stream, wait_for
from case import KernelTest


class Beside:
    """`evtest` on a device, as anybody would run it to see what a switch says."""

    def __init__(self, test, node):
        self.out = Stream()
        self.child = subprocess.Popen(["evtest", node], stdin=subprocess.DEVNULL,
                                      stdout=self.out.writer, stderr=subprocess.STDOUT)
        self.out.close_writer()
        test.addCleanup(self.out.close)
        test.addCleanup(self.child.wait)
        test.addCleanup(self.child.kill)
        wait_for(lambda: "interrupt to exit" in self.out.drain().decode(), "evtest's start")

    def values(self):
        return re.findall(r"code 11 \(SW_FRONT_PROXIMITY\), value (\d)", self.out.drain().decode())

    def says(self, values):
        wait_for(lambda: self.values() == values, lambda: f"evtest {values}, not {self.values()}")


class IOSBug(KernelTest):
    def setUp(self):
        super().setUp()
        self.sensor = self.device("SW_FRONT_PROXIMITY")
        self.evtest = Beside(self, self.sensor.node)
        self.kernel = self.client(self.sensor)
        self.running = self.bridge(self.sensor)
        self.assertEqual(self.running.lines(), ["far"])

    def cover_and_leave(self):
        self.running.focus("foreground\n")
        self.sensor.set(1)
        self.assertEqual(self.running.lines(), ["near"])
        self.evtest.says(["1"])
        self.running.focus("background\n")
        self.assertEqual(self.running.lines(), [])

    def test_uncovered_behind_a_grab_evtest_says_near_and_the_bridge_far(self):
        self.cover_and_leave()
        self.lose(self.sensor, 0)
        self.assertEqual(self.running.lines(), [])
        self.assertEqual(self.kernel.bit(), 0)
        self.running.focus("foreground\n")
        self.assertEqual(self.running.lines(), ["far"])
        self.assertEqual(self.running.state(), "far\n")
        self.evtest.says(["1"])

    def test_uncovered_and_never_reported_the_kernel_says_near_and_the_bridge_far(self):
        self.cover_and_leave()
        self.assertEqual(self.kernel.bit(), 1)
        self.running.focus("foreground\n")
        self.assertEqual(self.running.lines(), ["far"])
        self.assertEqual(self.running.state(), "far\n")
        self.assertEqual(self.kernel.bit(), 1)
        self.evtest.says(["1"])
        query = subprocess.run(["evtest", "--query", self.sensor.node, "EV_SW",
                                "SW_FRONT_PROXIMITY"])
        self.assertEqual(query.returncode, 10, "evtest --query: 10 is on")
        self.sensor.set(0)
        self.sensor.set(1)
        self.assertEqual(self.running.lines(), ["near"], "far again says nothing in words")
