"""The json form, read by Python's own reader: keys, types, times; names that are hostile text."""

import datetime
import json
import os
import re
import time

from bridge import wait_for
from case import KernelTest, rows

KEYS = ["v", "seq", "time", "monotonic", "state", "reported", "basis", "focus", "reason", "switch",
        "device", "name"]
NAMES = {
    "quotes and backslashes": b'a"b\\c\\u0041"',
    "control bytes": b"bell\x07 esc\x1b[31m tab\t cr\r del\x7f nul-like\x01",
    "newlines": b"one\ntwo\r\nthree",
    "bytes that are no UTF-8": b"\xff\xfe lid \xc3",
    "an overlong and a surrogate": b"\xc0\x80 \xed\xa0\x80 \xf5\x80\x80\x80",
    "the longest that uinput takes": b"n" * 79,
    "the longest, all of it escaped": b"\x01" * 79,
    "a character cut in the middle": "\u00e9".encode() * 39 + b"\xc3",
    "a path (S96)": b"../../../../dev/shm/escaped",
    "a format": b"%s%n%d{}$(id)`id`",
    "other separators of lines": "a\u2028b\u2029c\u0085d".encode(),
    "beyond the first plane": "\U0001f4a1 lid".encode(),
}


def pairs(line):
    """A line as a list of pairs, so that order and repeated keys show."""
    return json.loads(line, object_pairs_hook=list)


class Records(KernelTest):
    def setUp(self):
        super().setUp()
        self.sensor = self.device("SW_FRONT_PROXIMITY", name="Sensor")

    def test_keys_order_and_types(self):
        running = self.bridge(self.sensor, "--format", "json", "--state-format", "json")
        self.sensor.set(1)
        running.focus("foreground\n")
        running.focus("disable\n")
        lines = running.lines()
        self.assertEqual(len(lines), 4)
        for number, line in enumerate(lines, 1):
            self.assertEqual([key for key, _ in pairs(line)], KEYS)
            record = json.loads(line)
            self.assertEqual((record["v"], record["seq"]), (1, number))
            for key in ("v", "seq"):
                self.assertIs(type(record[key]), int)
            self.assertEqual(
                (record["switch"], record["device"], record["name"]),
                ("SW_FRONT_PROXIMITY", self.sensor.node, "Sensor"))
            self.assertRegex(record["time"], r"\A\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z\Z")
            self.assertRegex(line, r'"monotonic": ?\d+\.\d{6}[,}]')
        self.assertEqual(running.state(), lines[-1] + "\n")

    def test_what_the_keys_say(self):
        running = self.bridge(self.sensor, "--format", "json")
        self.sensor.set(1)
        running.focus("foreground\n")
        running.focus("background\n")
        running.focus("disable\n")
        running.focus("enable\n")
        keys = ("state", "reported", "basis", "focus", "reason")
        self.assertEqual([tuple(record[key] for key in keys) for record in running.records()], [
            ("far", "far", "measured", "unknown", "start"),
            ("near", "near", "measured", "unknown", "event"),
            ("far", "near", "assumed", "foreground", "foreground"),
            ("far", "near", "assumed", "background", "background"),
            ("unknown", "unknown", "none", "background", "disabled"),
            ("far", "near", "assumed", "background", "enabled")])

    def test_time_and_monotonic_are_the_same_moment(self):
        watcher = self.client(self.sensor)
        before = time.time()
        running = self.bridge(self.sensor, "--format", "json")
        self.sensor.set(1)
        start, event = running.records()
        after = time.time()
        moments = [datetime.datetime.fromisoformat(record["time"][:-1] + "+00:00").timestamp()
                   for record in (start, event)]
        self.assertTrue(before - 0.01 <= moments[0] <= moments[1] <= after + 0.01)
        self.assertEqual(round(event["monotonic"] * 1e6), watcher.stamp())
        self.assertAlmostEqual(moments[1] - moments[0], event["monotonic"] - start["monotonic"],
                               delta=0.02)

    def test_a_step_from_assumed_to_measured_shows_in_json_only_S47(self):
        running = self.bridge(self.sensor, "--state-format", "json")
        self.sensor.set(1)
        running.focus("foreground\n")
        self.assertEqual(running.lines(), ["far", "near", "far"])
        assumed = json.loads(running.state())
        self.sensor.set(0)
        self.assertEqual(running.lines(), [])
        measured = json.loads(running.state())
        self.assertEqual((assumed["basis"], measured["basis"]), ("assumed", "measured"))
        self.assertEqual(measured["seq"], assumed["seq"] + 1)

    @rows({name: (text,) for name, text in NAMES.items()})
    def test_a_device_named_with(self, name):
        lid = self.device("SW_LID", name=name)
        running = self.bridge(lid, "--format", "json", "--state-format", "json")
        running.settle()
        self.assertEqual(running.out.drain().count(b"\n"), 1)
        self.assertLessEqual(len(running.out.data), 4096)
        record = json.loads(running.out.data.decode())  # strict: nothing but UTF-8
        self.assertEqual(squeezed(record["name"]), squeezed(name.decode("utf-8", "replace")))
        self.assertNotRegex(running.stderr().rstrip("\n"), r"[\x00-\x1f\x7f-\x9f]")
        lines = [line for line in self.command("list").out.lines() if lid.node in line]
        self.assertEqual(len(lines), 1)
        self.assertNotRegex(lines[0], r"[\x00-\x1f\x7f-\x9f\udc80-\udcff]")
        self.assertTrue(lines[0].startswith(f"{lid.node} lid open "), lines[0])
        listed = [entry for entry in json.loads(self.command("list", "--json").stdout())
                  if entry["device"] == lid.node]
        self.assertEqual(squeezed(listed[0]["name"]), squeezed(name.decode("utf-8", "replace")))
        self.assertEqual(json.loads(self.command("state", "--json").stdout())["name"],
                         record["name"])

    def test_a_device_path_that_is_hostile_text(self):
        path = os.fsencode(self.path('li"nk\n')) + b"\xff\x1b"
        os.symlink(self.sensor.node, path)
        running = self.start("--device", os.fsdecode(path), "--format", "json", "--state", "none",
                             "--focus", "none").ready()
        running.settle()
        self.assertEqual(running.out.drain().count(b"\n"), 1)
        record = json.loads(running.out.data.decode())
        self.assertEqual(squeezed(record["device"]), squeezed(path.decode("utf-8", "replace")))
        self.assertNotRegex(running.stderr().rstrip("\n"), r"[\x00-\x1f\x7f-\x9f\udc80-\udcff]")

    def test_words_that_need_escaping(self):
        running = self.bridge(self.sensor, "--format", "json", "--words", 'a"b,c\\d')
        self.sensor.set(1)
        self.assertEqual([record["state"] for record in running.records()], ["c\\d", 'a"b'])
        self.assertEqual(self.command("state").stdout(), 'a"b\n')

    @rows({"path": (15, "near,far"), "words": (0, "n" * 3000 + "," + "f" * 3000)})
    def test_a_line_has_4096_bytes_at_most_for_a_long(self, depth, words):
        folder = self.path(*["d" * 240] * depth)
        os.makedirs(folder, exist_ok=True)
        os.symlink(self.sensor.node, os.path.join(folder, "link"))
        running = self.start("--device", os.path.join(folder, "link"), "--format", "json",
                             "--words", words, "--state", "none", "--focus", "none")
        wait_for(lambda: running.ended() or running.out.lines(), running.stderr)
        if running.ended():
            self.assertIn(running.child.returncode, (1, 2), "refused, not crashed")
            return
        self.assertLessEqual(len(running.out.data), 4096)
        self.assertEqual(json.loads(running.out.data.decode())["state"], words.split(",")[1])


def squeezed(text):
    """Readers differ in how many U+FFFD a broken sequence gives."""
    return re.sub("\ufffd+", "\ufffd", text)
