"""Signals: the clean stop, and the reading again."""

import os
import signal

from case import KernelTest, rows


class Signals(KernelTest):
    def setUp(self):
        super().setUp()
        self.lid = self.device("SW_LID", on=["SW_LID"])

    @rows({number.name: (number,) for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)})
    def test_a_clean_stop_by(self, number):
        running = self.bridge(self.lid)
        self.assertEqual(running.stop(number), 0)
        self.assertEqual(running.out.take(), ["closed", "unknown"])
        self.assertEqual(open(running.state_path).read(), "unknown\n")
        self.assertFalse(os.path.lexists(running.focus_path))
        self.assertTrue(os.path.exists(running.lock_path))

    def test_the_last_record_says_stop(self):
        running = self.bridge(self.lid, "--format", "json", "--state-format", "json")
        running.focus("foreground\n")
        self.assertEqual(running.records()[-1]["reason"], "foreground")
        self.assertEqual(running.stop(), 0)
        line, = running.out.take()
        self.assertEqual(open(running.state_path).read(), line + "\n")
        for pair in ('"state":"unknown"', '"reported":"unknown"', '"basis":"none"',
                     '"focus":"foreground"', '"reason":"stop"'):
            self.assertIn(pair, line.replace(": ", ":").replace(", ", ","))

    def test_a_stop_while_disabled_prints_unknown_once(self):
        running = self.bridge(self.lid)
        running.focus("disable\n")
        self.assertEqual(running.stop(), 0)
        self.assertEqual(running.out.take(), ["closed", "unknown"])

    def test_a_change_that_is_waiting_is_not_lost_to_a_stop(self):
        running = self.bridge(self.lid)
        running.freeze()
        self.lid.set(0)
        running.signal(signal.SIGTERM)
        running.thaw()
        self.assertEqual(running.status(), 0)
        self.assertEqual(running.out.take()[-1], "unknown")

    def test_SIGUSR1_reads_the_switch_again(self):
        running = self.bridge(self.lid, "--format", "json", "--on-foreground", "keep")
        self.lose(self.lid, 0)
        running.focus("foreground\n")
        records = running.records()
        self.assertEqual([r["state"] for r in records], ["closed", "closed"])
        running.signal(signal.SIGUSR1)
        records = running.records()
        self.assertEqual([(r["state"], r["reason"]) for r in records], [("open", "reading")])
        running.signal(signal.SIGUSR1)
        self.assertEqual(running.records(), [], "an equal reading is no change")

    def test_a_reading_that_finds_a_near_missed_since_the_entry_is_believed(self):
        """It happened after what was last known, the entry's own reading: after the entry."""
        sensor = self.device("SW_FRONT_PROXIMITY")
        running = self.bridge(sensor)
        running.focus("foreground\n")
        self.lose(sensor, 1)
        running.signal(signal.SIGUSR1)
        self.assertEqual(running.lines(), ["far", "near"])

    def test_a_stopped_bridge_can_be_started_again_S15(self):
        for lid in (self.lid, self.device("SW_LID")):
            word = "closed" if lid is self.lid else "open"
            for _ in range(2):
                running = self.bridge(lid)
                self.assertEqual(running.lines(), [word], "start is no change, printed once")
                self.assertEqual(running.stop(), 0)
