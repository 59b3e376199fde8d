"""The udev rule, with the real udevd: links for switches, the right to read those without keys."""

import os
import re
import shutil
import subprocess

from bridge import wait_for
from case import KernelTest
from switches import ABS_X, KEY_POWER, Device

RULE = "udev-rules/70-proxbridge.rules"
FOLDER = "/dev/input/by-switch"
COMPLAINT = re.compile("invalid|unknown|error|ignor|fail", re.IGNORECASE)
SWITCHES = ("SW_LID", "SW_TABLET_MODE", "SW_FRONT_PROXIMITY", "SW_MACHINE_COVER")


def udevadm(*arguments):
    return subprocess.run(["udevadm", *arguments], check=True, capture_output=True, text=True)


class Rule(KernelTest):
    @classmethod
    def setUpClass(cls):
        os.makedirs("/run/udev/rules.d", exist_ok=True)
        shutil.copy(RULE, "/run/udev/rules.d")
        udevadm("control", "--reload")

    @classmethod
    def tearDownClass(cls):
        os.unlink("/run/udev/rules.d/" + os.path.basename(RULE))
        udevadm("control", "--reload")

    def links(self):
        """Where each link leads."""
        names = os.listdir(FOLDER) if os.path.isdir(FOLDER) else []
        return {name: os.path.realpath(os.path.join(FOLDER, name)) for name in names}

    def leads(self, links):
        """Once udev has done what there is to do."""
        udevadm("settle")
        wait_for(lambda: self.links() == links, lambda: f"{self.links()}, not {links}", 10)

    def is_tagged(self, device):
        return ":uaccess:" in udevadm("info", "-q", "property", device.node).stdout

    def test_nodes_without_keys_get_a_link_and_the_right_and_no_others_do(self):
        wanted = {name: self.device(switch, axes=(ABS_X,)) for name, switch in (
            ("lid", "SW_LID"), ("tablet-mode", "SW_TABLET_MODE"),
            ("front-proximity", "SW_FRONT_PROXIMITY"), ("machine-cover", "SW_MACHINE_COVER"))}
        others = [self.device(*switches) for switches in (
            ("SW_HEADPHONE_INSERT", "SW_MICROPHONE_INSERT"), ("SW_RFKILL_ALL",),
            ("SW_PEN_INSERTED",), ("SW_DOCK", "SW_LINEOUT_INSERT", "SW_KEYPAD_SLIDE",
                                   "SW_ROTATE_LOCK", "SW_LINEIN_INSERT", "SW_MUTE_DEVICE",
                                   "SW_CAMERA_LENS_COVER"))]
        keyboard = Device(name="Keyboard", keys=range(1, 120))
        self.addCleanup(keyboard.close)
        self.leads({name: device.node for name, device in wanted.items()})
        self.assertEqual([self.is_tagged(device) for device in wanted.values()], [True] * 4)
        self.assertEqual([self.is_tagged(device) for device in (*others, keyboard)], [False] * 5)
        for device in wanted.values():
            device.close()
        self.leads({})

    def test_all_on_one_node_and_with_keys_the_link_alone(self):
        device = self.device(*SWITCHES, "SW_DOCK", "SW_ROTATE_LOCK", keys=(KEY_POWER,))
        names = ("lid", "tablet-mode", "front-proximity", "machine-cover")
        self.leads({name: device.node for name in names})
        self.assertFalse(self.is_tagged(device))

    def test_of_two_of_a_kind_the_one_without_keys_wins(self):
        shared = self.device("SW_LID", keys=(KEY_POWER,))
        self.leads({"lid": shared.node})
        alone = self.device("SW_LID")
        self.leads({"lid": alone.node})
        other = self.device("SW_LID", keys=(KEY_POWER,))
        self.leads({"lid": alone.node})
        alone.close()
        wait_for(lambda: self.links().get("lid") in (shared.node, other.node), self.links)

    def test_the_bridge_is_at_home_on_the_link(self):
        lid = self.device("SW_LID", name="Lid", on=["SW_LID"])
        self.leads({"lid": lid.node})
        running = self.start("--device", FOLDER + "/lid").ready()
        self.assertEqual(running.lines(), ["closed"])
        lid.close()
        self.device("SW_DOCK", name="takes the number")
        self.device("SW_LID", name="Lid")
        wait_for(lambda: running.out.lines() == ["closed", "unknown", "open"], running.stdout)

    def test_udev_has_nothing_to_say_against_it(self):
        device = self.device("SW_LID")
        self.leads({"lid": device.node})
        said = subprocess.run(["udevadm", "test", device.sysfs + "/" + os.path.basename(device.node)],
                              check=True, capture_output=True, text=True)
        about = [line for line in (said.stdout + said.stderr).splitlines()
                 if "70-proxbridge" in line]
        self.assertTrue(about)
        self.assertEqual([line for line in about if COMPLAINT.search(line)], [])
