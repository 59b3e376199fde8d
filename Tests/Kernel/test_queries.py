"""`list`, `state` and `focus`, beside running bridges and without any."""

import json
import os

from case import KernelTest, rows

KEYS = ["device", "switch", "name", "state", "error"]


class List(KernelTest):
    def test_a_line_for_each_switch_with_the_present_word(self):
        both = self.device("SW_LID", "SW_TABLET_MODE", on=["SW_TABLET_MODE"], name="Both Of Them")
        listed = self.command("list")
        self.assertEqual(listed.child.returncode, 0)
        self.assertEqual([line for line in listed.out.lines() if both.node + " " in line],
                         [f"{both.node} lid open Both Of Them",
                          f"{both.node} tablet-mode tablet Both Of Them"])
        both.set(1, "SW_LID")
        self.assertIn(f"{both.node} lid closed Both Of Them", self.command("list").out.lines())

    def test_json_is_one_array(self):
        sensor = self.device("SW_FRONT_PROXIMITY", on=["SW_FRONT_PROXIMITY"], name="Sensor")
        listed = self.command("list", "--json")
        self.assertEqual(listed.stdout().count("\n"), 1)
        entry, = [entry for entry in json.loads(listed.stdout()) if entry["device"] == sensor.node]
        self.assertEqual(list(entry), KEYS)
        self.assertEqual(list(entry.values()),
                         [sensor.node, "SW_FRONT_PROXIMITY", "Sensor", "near", None])

    def test_devices_are_in_the_order_of_their_numbers_S80(self):
        devices = [self.device("SW_LID") for _ in range(10)]
        for device in devices[2:4] + devices[5:6]:
            device.close()
        kept = [device for device in devices if device.fd >= 0]
        nodes = [device.node for device in sorted(kept, key=lambda device: device.number)]
        self.assertGreater(kept[-1].number, 9)
        self.assertLess(kept[0].number, 10)
        lines = self.command("list").out.lines()
        self.assertEqual([line.split()[0] for line in lines if line.split()[0] in nodes], nodes)
        entries = json.loads(self.command("list", "--json").stdout())
        self.assertEqual([entry["device"] for entry in entries if entry["device"] in nodes], nodes)

    def test_without_permission_the_name_is_told_and_why_there_is_no_state(self):
        lid = self.device("SW_LID", on=["SW_LID"], name="Secret Lid")
        self.permit(lid, 0o600)
        listed = self.command("list", **self.as_nobody())
        self.assertIn(f"{lid.node} lid unknown Secret Lid (Permission denied)", listed.out.lines())
        entries = json.loads(self.command("list", "--json", **self.as_nobody()).stdout())
        entry, = [entry for entry in entries if entry["device"] == lid.node]
        self.assertEqual((entry["state"], entry["error"]), ("unknown", "Permission denied"))


class State(KernelTest):
    def setUp(self):
        super().setUp()
        self.lid = self.device("SW_LID", on=["SW_LID"])

    def says(self, status, text, *arguments, **options):
        process = self.command("state", *arguments, **options)
        self.assertEqual((process.stdout(), process.child.returncode), (text, status),
                         process.stderr())

    def test_without_a_bridge_it_is_unknown(self):
        self.says(3, "unknown\n")
        self.says(3, "unknown\n", "--switch", "lid")
        self.says(3, "unknown\n", "--state", self.path("state"))
        process = self.command("state", "--json")
        record = json.loads(process.stdout())
        self.assertEqual(process.child.returncode, 3)
        self.assertEqual((record["v"], record["seq"], record["state"], record["basis"]),
                         (1, 0, "unknown", "none"))
        self.assertEqual((record["device"], record["name"]), (None, None))

    def test_the_record_of_the_running_bridge_in_all_forms(self):
        running = self.bridge(self.lid, "--format", "json")
        running.focus("foreground\n")
        newest = running.lines()[-1] + "\n"
        self.says(0, "open\n")
        self.says(0, "open\n", "--switch", "SW_LID")
        self.says(0, "open\n", "--state", running.state_path, "--format=word")
        for arguments in (["--json"], ["--format", "json"], ["--json", "--switch", "lid"],
                          ["--json", "--state", running.state_path]):
            self.says(0, newest, *arguments)
        self.assertEqual(running.stop(), 0)
        self.says(3, "unknown\n")

    def test_is(self):
        running = self.bridge(self.lid)
        for word, status in (("closed", 0), ("open", 1), ("unknown", 1), ("near", 2)):
            self.says(status, "", "--is", word)
        self.says(2, "", "--is", "near", "--switch", "lid")
        running.focus("disable\n")
        for word, status in (("closed", 3), ("open", 3), ("unknown", 0), ("near", 2)):
            self.says(status, "", "--is", word)
        self.says(3, "unknown\n")
        self.assertEqual(running.stop(), 0)
        for word, status in (("closed", 3), ("unknown", 0)):
            self.says(status, "", "--is", word, "--switch", "lid")

    def test_is_knows_words_of_ones_own(self):
        self.bridge(self.lid, "--words", "shut,ajar")
        for word, status in (("shut", 0), ("ajar", 1), ("closed", 2)):
            self.says(status, "", "--is", word)

    def test_several_and_no_choice(self):
        self.bridge(self.lid)
        self.bridge(self.device("SW_TABLET_MODE"))
        process = self.command("state")
        self.assertEqual((process.child.returncode, process.stdout()), (2, ""))
        for name in ("lid", "tablet-mode"):
            self.assertIn(name, process.stderr())
        self.says(0, "closed\n", "--switch", "lid")
        self.says(0, "laptop\n", "--switch", "tablet-mode")

    def test_one_that_runs_is_chosen_before_one_that_is_stale(self):
        self.assertEqual(self.bridge(self.device("SW_TABLET_MODE")).stop(), 0)
        self.bridge(self.lid)
        self.says(0, "closed\n")


class Focus(KernelTest):
    def setUp(self):
        super().setUp()
        self.lid = self.device("SW_LID", on=["SW_LID"])

    def send(self, status, *arguments, **options):
        process = self.command("focus", *arguments, **options)
        self.assertEqual((process.child.returncode, process.stdout()), (status, ""),
                         process.stderr())
        return process

    @rows({word: (word, focus, state) for word, focus, state in (
        ("foreground", "foreground", "open"), ("fg", "foreground", "open"),
        ("FG", "foreground", "open"), ("background", "background", "closed"),
        ("bg", "background", "closed"), ("reset", "unknown", "open"),
        ("disable", "unknown", "unknown"))})
    def test_a_word_is_sent(self, word, focus, state):
        running = self.bridge(self.lid, "--format", "json")
        self.send(0, word)
        record = running.records()[-1]
        self.assertEqual((record["focus"], record["state"]), (focus, state))

    def test_it_is_stamped(self):
        """Sent to a frozen bridge it lies before a later event, which therefore is believed."""
        running = self.bridge(self.lid, "--format", "json")
        self.lid.set(0)
        running.freeze()
        self.send(0, "foreground")
        self.lid.set(1)
        running.thaw()
        self.assertEqual(running.records()[-1]["state"], "closed")

    def test_without_a_bridge(self):
        self.send(3, "foreground")
        self.send(3, "foreground", "--switch", "lid")
        self.send(3, "foreground", "--focus", self.path("fifo"))
        os.mkfifo(self.path("fifo"), 0o600)
        self.send(3, "foreground", "--focus", self.path("fifo"))

    def test_a_full_fifo_never_blocks(self):
        running = self.bridge(self.lid)
        running.freeze()
        with running.writer() as writer:
            while writer.write(b"\n" * 4096):
                pass
            while writer.write(b"\n"):
                pass
        self.send(1, "foreground")
        running.thaw()
        running.settle()
        self.send(0, "foreground")
        self.assertEqual(running.lines(), ["closed", "open"])

    def test_to_every_running_bridge_or_to_the_one_that_is_named(self):
        lid = self.bridge(self.lid, "--format", "json")
        tablet = self.bridge(self.device("SW_TABLET_MODE"), "--format", "json")
        self.send(0, "foreground")
        for running in (lid, tablet):
            self.assertEqual(running.records()[-1]["focus"], "foreground")
        self.send(0, "background", "--switch", "tablet-mode")
        self.assertEqual(lid.records(), [])
        self.assertEqual(tablet.records()[-1]["focus"], "background")
        self.send(0, "background", "--focus", lid.focus_path)
        self.assertEqual(lid.records()[-1]["focus"], "background")
        self.send(3, "background", "--switch", "dock")

    def test_a_regular_file_is_never_written(self):
        with open(self.path("file"), "w") as file:
            file.write("mine")
        process = self.command("focus", "fg", "--focus", self.path("file"))
        self.assertIn(process.child.returncode, (1, 3))
        self.assertEqual(open(self.path("file")).read(), "mine")
