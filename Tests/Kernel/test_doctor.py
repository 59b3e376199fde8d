"""`doctor`: what can be found out about a state that is wrong."""

import json
import os
import re
import signal
import subprocess

from case import PROGRAM, KernelTest, rows
from switches import KEY_POWER

# What this guest has no hardware for: the files that the kernel would show of it.
PRETENDED = """
mount -t tmpfs none /proc/acpi && mkdir -p /proc/acpi/button/lid/LID0 &&
echo 'state:      closed' >/proc/acpi/button/lid/LID0/state &&
modprobe industrialio && mount -t tmpfs none /sys/bus/iio/devices &&
mkdir /sys/bus/iio/devices/iio:device0 && touch /sys/bus/iio/devices/iio:device0/in_proximity_raw
"""


class Doctor(KernelTest):
    def setUp(self):
        super().setUp()
        self.lid = self.device("SW_LID", name="Lid \x1b[1m")

    def examine(self, *arguments, **options):
        """What the screen and the json say."""
        said = []
        for form in ((), ("--json",)):
            process = self.command("doctor", *form, *arguments, **options)
            self.assertEqual((process.child.returncode, process.stderr()), (0, ""))
            said.append(process.stdout())
        self.assertEqual(said[1].count("\n"), 1)
        return said[0], json.loads(said[1])

    def entry(self, found, device=None):
        node = (device or self.lid).node
        return next(entry for entry in found["devices"] if entry["device"] == node)

    def finds(self, screen, found, *patterns):
        """Each pattern is a finding about this test's devices or bridges, in both forms."""
        for pattern in patterns:
            said = [finding for finding in found["findings"] if re.search(pattern, finding)]
            self.assertEqual(len(said), 1, f"{pattern}: {found['findings']}")
            self.assertIn(f"- {said[0]}\n", screen)

    def test_a_bridge_that_is_right_gives_no_finding(self):
        running = self.bridge(self.lid)
        running.focus("foreground\n")
        running.settle()
        screen, found = self.examine()
        others = [text for text in found["findings"] if self.lid.node in text or "lid" in text]
        self.assertEqual(others, [])
        self.assertIn(f"{self.lid.node} (Lid \\x1b[1m)\n  lid               open\n", screen)
        entry = self.entry(found)
        self.assertEqual(entry["switches"], [{"switch": "SW_LID", "state": "open"}])
        self.assertEqual([entry[key] for key in ("error", "keys", "inhibited", "grabbed")],
                         [None, False, False, None])
        self.assertIn({"pid": running.pid, "name": "proxbridge"}, entry["opened_by"])
        self.assertTrue(entry["opened_by_complete"])

    def test_a_grab_is_found_on_request_with_the_change_that_it_cost(self):
        running = self.bridge(self.lid)
        self.lid.set(1)
        running.focus("foreground\n")
        running.settle()
        thief = self.client(self.lid)
        thief.grab()
        self.lid.set(0)
        self.assertIsNone(self.entry(self.examine()[1])["grabbed"])
        screen, found = self.examine("--test-grab")
        self.assertIs(self.entry(found)["grabbed"], True)
        self.finds(screen, found, f"^{self.lid.node} is grabbed, by .*\\({os.getpid()}\\)",
                   f"is open, bridge {running.pid} was told closed: .*kill -USR1 {running.pid}",
                   "^lid is said to be open although the switch says closed")
        bridge = next(bridge for bridge in found["bridges"] if bridge["pid"] == running.pid)
        self.assertEqual((bridge["record"]["basis"], bridge["told"]), ("assumed", "closed"))
        self.assertGreater(bridge["seconds_since_change"], bridge["seconds_since_doubt"])
        self.assertRegex(screen, r"says +open: in use, and no change since\n")

        thief.close()
        running.signal(signal.SIGUSR1)
        running.settle()
        screen, found = self.examine("--test-grab")
        self.assertIs(self.entry(found)["grabbed"], False)
        self.assertEqual([text for text in found["findings"] if self.lid.node in text], [])

    def test_it_disturbs_nothing(self):
        running = self.bridge(self.lid, "--format", "json")
        self.lid.set(1)
        running.focus("foreground\n")
        running.settle()
        before = open(running.lock_path, "rb").read()
        wakeups = running.wakeups()
        self.examine()
        self.assertEqual(running.wakeups(), wakeups)
        self.assertEqual(open(running.lock_path, "rb").read(), before)

    def test_an_inverted_bridge_that_is_right_gives_no_finding(self):
        running = self.bridge(self.lid, "--invert")
        running.focus("foreground\n")
        self.lid.set(1)
        running.settle()
        found = self.examine()[1]
        self.assertEqual([text for text in found["findings"] if self.lid.node in text], [])
        self.assertIs(found["bridges"][0]["inverted"], True)

    def test_inhibited(self):
        with open(self.lid.sysfs + "/inhibited", "w") as file:
            file.write("1")
        screen, found = self.examine()
        self.assertIs(self.entry(found)["inhibited"], True)
        self.finds(screen, found, f"^{self.lid.node} is inhibited")

    @rows({"without keys": ((), "a udev rule that tags the device uaccess"),
           "with keys": ((KEY_POWER,), "it has keys too, .* system service proxbridge@")})
    def test_permission_denied_and_the_way_out(self, keys, advice):
        device = self.device("SW_DOCK", keys=keys)
        self.permit(device, 0o640)
        screen, found = self.examine(**self.as_nobody())
        self.assertEqual(self.entry(found, device)["error"], "Permission denied")
        self.assertIs(self.entry(found, device)["opened_by_complete"], False)
        self.finds(screen, found,
                   f"^cannot read {device.node}: Permission denied .*mode 0640.*{advice}")
        self.assertIn("others that only root can see", screen)

    def test_bridges_that_are_killed_lost_disabled_or_not_told_of_focus(self):
        running = self.bridge(self.lid)
        self.finds(*self.examine(), "^nobody has told the bridge of lid who is")
        running.focus("disable\n")
        running.settle()
        self.finds(*self.examine(), "^lid is unknown: .* disabled")
        running.focus("enable\n")
        running.settle()
        running.signal(signal.SIGKILL)
        running.status()
        screen, found = self.examine()
        self.finds(screen, found, f"^the bridge of lid was killed: {running.state_path} is stale")
        self.assertIn(f"lid: no bridge; the last one, {running.pid}, was killed\n", screen)
        self.assertIn("last change       not known: no bridge watches it\n", screen)
        running = self.bridge(self.lid)
        self.lid.close()
        running.settle()
        self.finds(*self.examine(), "^lid is unknown: .* the device is gone")

    def test_lids_of_ACPI_and_sensors_that_are_not_read(self):
        command = subprocess.run(
            ["unshare", "-m", "sh", "-c", PRETENDED + f"exec {PROGRAM} doctor"],
            env=self.environment(), capture_output=True, text=True)
        self.assertEqual((command.returncode, command.stderr), (0, ""))
        self.assertIn("  ACPI lid LID0     closed\n  IIO proximity     iio:device0\n", command.stdout)
        self.assertIn(f"- ACPI says that LID0 is closed, the kernel's bit of {self.lid.node} says open",
                      command.stdout)
        self.assertIn("- the IIO proximity sensor iio:device0 is not", command.stdout)

    def test_without_a_runtime_folder_it_says_so(self):
        options = self.as_nobody(XDG_RUNTIME_DIR=None)
        self.finds(*self.examine(**options), "^no runtime folder: XDG_RUNTIME_DIR is not set")
