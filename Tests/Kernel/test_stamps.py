"""Focus messages that carry their time: late ones, ones ahead of time, ties."""

import time

from case import KernelTest, rows


class Stamps(KernelTest):
    def setUp(self):
        super().setUp()
        self.sensor = self.device("SW_FRONT_PROXIMITY")
        self.watcher = self.client(self.sensor)
        self.running = self.bridge(self.sensor, "--format", "json")
        self.running.lines()

    def change(self, value):
        """A change of the switch and its stamp in microseconds."""
        self.sensor.set(value)
        at = self.watcher.stamp()
        self.running.settle()
        return at

    def say(self, word, at):
        self.running.focus(f"{word} {at // 10**6}.{at % 10**6:06}\n")

    def views(self):
        return [(r["state"], r["basis"], r["focus"]) for r in self.running.records()]

    @rows({"before the change": (-1, "near", "measured"), "at the change": (0, "far", "assumed"),
           "after the change": (1, "far", "assumed")})
    def test_a_foreground_stamped(self, offset, state, basis):
        at = self.change(1)
        self.say("foreground", at + offset)
        self.assertEqual(self.views()[-1], (state, basis, "foreground"))

    def test_an_event_and_a_focus_message_commute(self):
        """The message, stamped before the event, comes before it in one run, after in the other."""
        other = self.bridge(self.sensor, "--format", "json", "--state", "none", "--focus",
                            self.path("other"))
        other.focus_path = self.path("other")
        asked = time.clock_gettime_ns(time.CLOCK_MONOTONIC) // 1000
        self.say("fg", asked)
        self.change(1)
        other.focus(f"fg {asked / 1e6:.6f}\n")
        last = [bridge.records()[-1] for bridge in (self.running, other)]
        keys = ("state", "reported", "basis", "focus")
        self.assertEqual(*[[record[key] for key in keys] for record in last])
        self.assertEqual(last[0]["state"], "near")

    def test_a_late_background_changes_nothing(self):
        at = self.change(1)
        self.say("foreground", at + 1)
        self.views()
        self.say("background", at)
        self.assertEqual(self.views(), [])

    def test_a_late_foreground_only_moves_the_doubt(self):
        first = self.change(1)
        self.say("background", first + 10)
        self.views()
        self.say("foreground", first + 5)
        self.assertEqual(self.views(), [("far", "assumed", "background")])
        self.change(0)
        second = self.change(1)
        self.views()
        self.say("foreground", first + 6)
        self.assertEqual(self.views(), [], "older than the change")
        self.say("foreground", second + 1)
        self.assertEqual(self.views(), [("far", "assumed", "foreground")], "newer: an entry")

    def test_a_late_reset_only_moves_the_doubt(self):
        at = self.change(1)
        self.say("background", at + 10)
        self.views()
        self.say("reset", at + 5)
        self.assertEqual(self.views(), [("far", "assumed", "background")])

    def test_a_stamp_ahead_of_time_becomes_now(self):
        at = self.change(1)
        self.say("foreground", at + 10**12)
        self.assertEqual(self.views()[-1], ("far", "assumed", "foreground"))
        self.running.focus("background\n")
        self.assertEqual(self.views()[-1][2], "background", "the next message is not late")
        self.change(0)
        self.change(1)
        self.assertEqual(self.views()[-1][0], "near")

    @rows({word: (word, "background" if word == "foreground" else "foreground")
           for word in ("foreground", "background", "reset", "enable", "disable")})
    def test_every_message_makes_older_ones_late(self, word, older):
        at = self.change(1)
        self.say(word, at + 10)
        focus = self.views()[-1][2]
        self.say(older, at + 9)
        self.assertEqual({view[2] for view in self.views()} - {focus}, set())

    def test_an_equal_stamp_is_not_late(self):
        at = self.change(1)
        self.say("foreground", at + 10)
        self.say("background", at + 10)
        self.assertEqual(self.views()[-1][2], "background")

    def test_disable_and_enable_take_effect_in_the_order_they_arrive(self):
        at = self.change(1)
        self.say("foreground", at + 10)
        self.views()
        self.say("disable", at - 10)
        self.assertEqual(self.views(), [("unknown", "none", "foreground")])
        self.say("enable", at - 20)
        self.assertEqual(self.views(), [("far", "assumed", "foreground")])

    def test_a_record_has_the_time_of_its_cause(self):
        at = self.change(1)
        record = self.running.records()[-1]
        self.assertEqual(round(record["monotonic"] * 1e6), at)
        self.say("foreground", at + 3)
        record = self.running.records()[-1]
        self.assertEqual((record["reason"], round(record["monotonic"] * 1e6)),
                         ("foreground", at + 3))
