"""The device goes, comes back, comes back as another, or is not there yet."""

import ctypes
import fcntl
import os
import subprocess

from bridge import pause, wait_for
from case import KernelTest
from switches import EVIOCREVOKE, Device

PIDFD_GETFD = 438  # of x86_64 and all newer architectures


def revoke(bridge):
    """Takes the device away from the bridge alone, as logind does from a session."""
    process = os.pidfd_open(bridge.pid)
    names = [name for name in os.listdir(f"/proc/{bridge.pid}/fd")
             if os.readlink(f"/proc/{bridge.pid}/fd/{name}").startswith("/dev/input/")]
    taken = [ctypes.CDLL(None).syscall(PIDFD_GETFD, process, int(name), 0) for name in names]
    for fd in taken:
        fcntl.ioctl(fd, EVIOCREVOKE, 0)
    for fd in (*taken, process):
        os.close(fd)


def settle():
    subprocess.run(["udevadm", "settle"], check=True)


class Loss(KernelTest):
    def link(self, device):
        path = "/dev/input/a-link"
        if os.path.islink(path):
            os.unlink(path)
        os.symlink(os.path.basename(device.node), path)
        self.addCleanup(lambda: os.path.islink(path) and os.unlink(path))
        return path

    def says(self, bridge, *lines):
        wait_for(lambda: len(bridge.out.lines()) >= bridge.out.seen + len(lines),
                 lambda: f"{lines}; {bridge.out.lines()}; {bridge.stderr()}")
        self.assertEqual(tuple(bridge.lines()), lines)

    def test_it_is_unknown_while_unplugged_S81(self):
        lid = self.device(name="Lid A")
        running = self.bridge(lid)
        lid.set(1)
        self.assertEqual(running.lines(), ["open", "closed"])
        lid.close()
        self.says(running, "unknown")
        again = self.device(name="Lid A", on=["SW_LID"])
        self.assertEqual(again.node, lid.node)
        self.says(running, "closed")

    def test_another_device_that_took_its_number_is_ignored(self):
        lid = self.device(name="Lid A", on=["SW_LID"])
        running = self.bridge(lid)
        lid.close()
        self.says(running, "closed", "unknown")
        other = Device("SW_LID", name="Lid B", on=["SW_LID"])
        settle()
        wait_for(lambda: "Lid B" in running.stderr(), "a warning")
        other.close()
        self.device(name="Lid A")
        self.says(running, "open")
        self.assertEqual(running.stderr().count("Lid B"), 1)

    def test_a_link_is_followed_to_another_number(self):
        lid = self.device(name="Lid A")
        running = self.start("--device", self.link(lid)).ready()
        lid.close()
        self.device("SW_DOCK", name="takes the number")
        again = self.device(name="Lid A", on=["SW_LID"])
        settle()
        self.link(again)
        self.says(running, "open", "unknown", "closed")

    def test_auto_follows_to_another_number(self):
        lid = self.device("SW_PEN_INSERTED", name="Pen")
        running = self.start("--device", "auto", "--switch", "pen-inserted", "--format", "json",
                             folder=self.path("run/proxbridge/pen-inserted")).ready()
        lid.close()
        self.device("SW_DOCK", name="takes the number")
        again = self.device("SW_PEN_INSERTED", name="Pen", on=["SW_PEN_INSERTED"])
        wait_for(lambda: len(running.out.lines()) == 3, lambda: running.stderr())
        records = running.records()
        self.assertEqual([record["reason"] for record in records], ["start", "lost", "found"])
        self.assertEqual(records[-1]["device"], again.node)
        self.assertEqual(records[-1]["state"], "on")

    def test_a_revoked_device_is_opened_again_at_once_S58(self):
        lid = self.device(name="Lid A", on=["SW_LID"])
        running = self.bridge(lid, "--format", "json")
        running.focus("fg\n")
        pause(1.1)  # one that goes within a second of being opened has to wait
        revoke(running)
        wait_for(lambda: len(running.out.lines()) == 4, lambda: running.stderr())
        records = running.records()
        self.assertEqual([r["reason"] for r in records], ["start", "foreground", "lost", "found"])
        self.assertEqual((records[-1]["state"], records[-1]["basis"]), ("open", "assumed"))
        lid.set(0)
        lid.set(1)
        self.assertEqual([r["state"] for r in running.records()], ["open", "closed"])

    def test_one_that_is_not_there_yet_is_waited_for_S94(self):
        path = "/dev/input/a-link"
        running = self.start("--device", path, "--wait", "--switch", "lid").ready()
        self.assertEqual(running.lines(), ["unknown"])
        lid = self.device(on=["SW_LID"])
        settle()
        self.link(lid)
        self.says(running, "closed")

    def test_permission_is_waited_for(self):
        lid = self.device()
        self.permit(lid, 0o600)
        running = self.start("--device", lid.node, "--wait", **self.as_nobody()).ready()
        self.assertEqual(running.lines(), ["unknown"])
        self.assertIn("Permission denied", running.stderr())
        pause(1.5)  # it looks once more by itself
        self.permit(lid, 0o644)
        self.says(running, "open")

    def test_permission_is_waited_for_after_plugging_in(self):
        lid = self.device(name="Lid A")
        self.permit(lid, 0o644)
        running = self.bridge(lid, **self.as_nobody())
        lid.close()
        self.says(running, "open", "unknown")
        again = self.device(name="Lid A", on=["SW_LID"])
        self.permit(again, 0o600)
        wait_for(lambda: "Permission denied" in running.stderr(), running.stderr)
        pause(1.5)
        self.permit(again, 0o644)
        self.says(running, "closed")
        self.assertEqual(running.stderr().count("Permission denied"), 1)

    def test_wait_needs_a_switch_when_no_device_can_tell_one(self):
        self.assertEqual(self.command("--device", "/dev/input/none", "--wait").child.returncode, 2)

    def test_exit_on_loss(self):
        lid = self.device()
        running = self.bridge(lid, "--exit-on-loss")
        lid.close()
        self.assertEqual(running.status(), 1)
        self.assertEqual(running.out.take(), ["open", "unknown"])
        self.assertIn(f"lost {lid.node}", running.stderr())

    def test_disable_closes_the_device(self):
        lid = self.device()
        running = self.bridge(lid)
        opened = lambda: [link for link in map(os.readlink, (
            f"/proc/{running.pid}/fd/{name}" for name in os.listdir(f"/proc/{running.pid}/fd")))
            if link == lid.node]
        self.assertEqual(len(opened()), 2)
        running.focus("disable\n")
        self.assertEqual(opened(), [])
        lid.set(1)
        running.focus("enable\n")
        self.assertEqual(running.lines(), ["open", "unknown", "closed"])
