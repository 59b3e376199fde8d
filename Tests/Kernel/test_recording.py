"""Recordings that a bridge makes: replayed they say the same, and evemu takes them."""

import json
import os
import re
import signal
import subprocess

from bridge import wait_for
from case import PROGRAM, KernelTest, rows
from switches import KEY_VOLUMEUP
from test_walks import troubled
from troubles import TroubledWalk

KEYS = ("state", "reported", "basis", "focus", "reason", "switch", "name")


def told(records):
    return [tuple(record[key] for key in KEYS) for record in records]


class Recordings(KernelTest):
    def setUp(self):
        super().setUp()
        self.recording = self.path("recording")

    def replayed(self, *options):
        replay = self.command("replay", self.recording, "--format", "json", *options)
        self.assertEqual((replay.child.returncode, replay.stderr()), (0, ""))
        return [json.loads(line) for line in replay.stdout().splitlines()]

    def around(self, live, again):
        """The lines of the recording that led to a record, for the one who finds them wrong."""
        with open(self.recording) as file:
            lines = file.read().splitlines()
        until = [line for line in lines[10:] if float(line.split()[line[0] == "#" and 2 or 1])
                 <= again["monotonic"] + 0.001]
        return "\n".join([f"{live}", f"{again}", *until[-40:]])

    @rows({f"{policy}, seed {seed}": (policy, seed)
           for policy, seed in (("assume", 7), ("reread", 9), ("keep", 10))})
    def test_a_life_with_all_troubles_is_told_again_by_a_replay(self, policy, seed):
        walk = TroubledWalk(self, policy, seed, "--record", self.recording)
        steps = [step for step in troubled(walk) if step != walk.stall]
        walk.walk(steps, 100)
        replayed = self.replayed()
        for live, again in zip(walk.records, replayed):
            self.assertEqual(told([again]), told([live]), self.around(live["monotonic"], again))
        self.assertEqual(len(replayed), len(walk.records))
        # The stamps of the kernel are told exactly.
        offsets = {round((live["monotonic"] - again["monotonic"]) * 1e6)
                   for live, again in zip(walk.records, replayed)
                   if live["reason"] in ("event", "sync")}
        self.assertEqual(len(offsets), 1)

    def test_it_is_made_of_whole_lines_when_the_bridge_is_killed(self):
        lid = self.device(keys=(KEY_VOLUMEUP,))
        running = self.bridge(lid, "--record", self.recording, "--format", "json")
        lid.set(1)
        running.focus("fg\n")
        records = running.records()
        running.signal(signal.SIGKILL)
        running.status()
        with open(self.recording) as file:
            text = file.read()
        self.assertTrue(text.startswith("# EVEMU 1.3\n") and text.endswith("\n"))
        self.assertNotIn(lid.node, text)
        self.assertEqual(told(self.replayed()), told(records))

    def test_evemu_makes_a_device_of_it_and_plays_it(self):
        # A uinput device begins with all switches off, whatever evemu is told of them.
        lid = self.device("SW_LID", "SW_DOCK", name="Played Lid")
        running = self.bridge(lid, "--record", self.recording, "--format", "json")
        for value in (1, 0, 1):
            lid.set(value)
        running.focus("background\n")
        lid.set(0)
        events = [r for r in running.records() if r["reason"] in ("start", "event")]
        self.assertEqual(running.stop(), 0)
        maker = subprocess.Popen(["evemu-device", self.recording], stdout=subprocess.PIPE)
        self.addCleanup(maker.communicate)
        self.addCleanup(maker.kill)
        node = re.search(rb"/dev/input/event\d+", maker.stdout.readline())[0].decode()
        again = self.start("--device", node, "--format", "json").ready()
        self.assertEqual(again.records()[0]["state"], events[0]["state"])
        with open(self.recording) as file:
            subprocess.run(["evemu-play", node], stdin=file, check=True)
        wait_for(lambda: len(again.out.lines()) == len(events), again.stdout)
        keys = ("state", "reported", "basis", "reason", "switch", "name")
        self.assertEqual([[r[key] for key in keys] for r in map(json.loads, again.out.lines())],
                         [[r[key] for key in keys] for r in events])

    def test_nothing_is_overwritten_without_force(self):
        lid = self.device()
        with open(self.recording, "w") as file:
            file.write("precious\n")
        self.fails(1, ("--device", lid.node, "--record", self.recording), "--force")
        with open(self.recording) as file:
            self.assertEqual(file.read(), "precious\n")
        self.bridge(lid, "--record", self.recording, "--force").stop()
        self.assertEqual(len(self.replayed()), 1)

    def test_a_start_that_fails_leaves_none(self):
        lid = self.device()
        self.permit(lid, 0o600)
        self.fails(4, ("--device", lid.node, "--record", self.recording), **self.as_nobody())
        self.assertFalse(os.path.exists(self.recording))

    def test_a_full_disk_ends_the_recording_and_not_the_bridge(self):
        small = self.path("small")
        os.mkdir(small)
        subprocess.run(["mount", "-t", "tmpfs", "-o", "size=8k", "none", small], check=True)
        self.addCleanup(subprocess.run, ["umount", "-l", small], check=True)
        self.recording = os.path.join(small, "recording")
        lid = self.device()
        running = self.bridge(lid, "--record", self.recording, "--format", "json")
        records = []
        for number in range(200):
            lid.set(1 - number % 2)
            records += running.records()
        self.assertEqual(len(records), 201)
        self.assertEqual(running.stderr().count("No space left on device"), 1)
        replayed = self.replayed()
        self.assertGreater(len(replayed), 20)
        self.assertEqual(told(replayed), told(records[:len(replayed)]))

    def test_a_device_that_was_waited_for(self):
        path = "/dev/input/a-link"
        running = self.start("--device", path, "--wait", "--switch", "lid", "--format", "json",
                             "--record", self.recording).ready()
        running.focus("fg\n")
        lid = self.device(on=["SW_LID"])
        os.symlink(lid.node, path)
        self.addCleanup(os.unlink, path)
        wait_for(lambda: len(running.out.lines()) == 3, running.stderr)
        lid.set(0)
        records = running.records()
        keys = KEYS[:-2]
        self.assertEqual([[r[key] for key in keys] for r in self.replayed()],
                         [[r[key] for key in keys] for r in records])

    def test_the_live_folder_is_left_alone_by_a_replay(self):
        lid = self.device()
        running = self.bridge(lid, "--record", self.recording)
        before = sorted(os.listdir(os.path.dirname(running.state_path)))
        self.replayed()
        self.assertEqual(sorted(os.listdir(os.path.dirname(running.state_path))), before)
        self.fails(6, ("replay", self.recording, "--state", running.state_path))
        elsewhere = self.path("state")
        self.command("replay", self.recording, "--state", elsewhere)
        with open(elsewhere) as file:
            self.assertEqual(file.read(), "open\n")

    def test_a_reader_that_leaves_ends_a_replay_quietly(self):
        self.bridge(self.device(), "--record", self.recording).stop()
        with open(self.recording, "a") as file:
            for number in range(20_000):
                file.write(f"E: {number}.000000 0005 0000 {number % 2:04}\n"
                           f"E: {number}.000000 0000 0000 0000\n")
        run = subprocess.run(f"{PROGRAM} replay {self.recording} | head -n1; echo ${{PIPESTATUS[0]}}",
                             shell=True, executable="/bin/bash", capture_output=True, text=True,
                             check=True)
        self.assertEqual((run.stdout, run.stderr), ("open\n0\n", ""))
