"""Errors at start: one line that names path and cause, and an exit status of its own."""

import os
import re
import subprocess

from case import AS_NOBODY, KernelTest, rows
from switches import KEY_POWER, Device

NEITHER = ("--state", "none", "--focus", "none")


class DeviceErrors(KernelTest):
    def no_device(self, status, path, *mentioned, options=(), **more):
        return self.fails(status, ["--device", path, *options, *NEITHER], path, *mentioned, **more)

    def test_permission_denied_as_an_ordinary_user_S82(self):
        lid = self.device("SW_LID")
        self.permit(lid, 0o640, 0, 0)
        said = self.no_device(4, lid.node, "Permission denied", "root", "udev", **self.as_nobody())
        self.assertRegex(said, r"0?640|rw-r-----")
        self.assertNotRegex(said, r"(add|join|usermod).*group")

    def test_permission_denied_names_owner_and_group_by_number_without_a_name(self):
        lid = self.device("SW_LID")
        self.permit(lid, 0o600, 4321, 8765)
        self.no_device(4, lid.node, "4321", "8765", "Permission denied", **self.as_nobody())

    def test_no_such_file(self):
        self.no_device(5, "/dev/input/event999", "No such file or directory")
        self.no_device(5, self.path("no", "event0"), "No such file or directory")

    @rows({"/dev/null": ("/dev/null",), "a folder": ("/dev/input",), "mice": ("/dev/input/mice",),
           "a regular file": ("/etc/passwd",),
           "a terminal": ("/dev/ttyS0",)})
    def test_not_an_event_device(self, path):
        self.assertTrue(os.path.exists(path))
        self.no_device(5, path, "not an event device")

    def test_a_fifo_is_no_event_device_and_is_not_opened(self):
        path = self.path("fifo")
        os.mkfifo(path)
        self.no_device(5, path, "not an event device")

    def test_a_dangling_link(self):
        path = self.path("link")
        os.symlink("/dev/input/event999", path)
        self.no_device(5, path, "No such file or directory")

    def test_a_link_to_a_device_is_followed_S79(self):
        lid = self.device("SW_LID", on=["SW_LID"])
        os.symlink(lid.node, self.path("platform-lid-event"))
        running = self.start("--device", self.path("platform-lid-event"), "--format", "json",
                             *NEITHER).ready()
        record = running.records()[0]
        self.assertEqual(record["state"], "closed")
        self.assertEqual(record["device"], self.path("platform-lid-event"))

    def test_keys_and_no_switch_S79_S90(self):
        button = Device(name="Power Button", keys=(KEY_POWER,))
        self.addCleanup(button.close)
        said = self.no_device(5, button.node, "Power Button", "no proximity or lid switch")
        self.assertRegex(said, r"(?i)key")

    def test_only_other_switches_are_listed(self):
        dock = self.device("SW_DOCK", "SW_HEADPHONE_INSERT", name="Dock")
        said = self.no_device(5, dock.node, "Dock", "no proximity or lid switch")
        for name in ("DOCK", "HEADPHONE_INSERT"):
            self.assertRegex(said.upper().replace("-", "_"), name)

    def test_the_wrong_code_for_the_part_S91(self):
        cover = self.device("SW_MACHINE_COVER", name="gpio-keys")
        said = self.no_device(5, cover.node, "gpio-keys", options=("--switch", "lid"))
        self.assertRegex(said.upper().replace("-", "_"), "MACHINE_COVER")
        running = self.bridge(cover, "--on-foreground", "assume")
        self.assertEqual(running.lines(), ["open"])

    def test_a_switch_that_is_not_there_needs_no_permission_to_be_told(self):
        cover = self.device("SW_MACHINE_COVER", name="gpio-keys")
        self.permit(cover, 0o600)
        self.no_device(5, cover.node, options=("--switch", "lid"), **self.as_nobody())

    def test_auto_finds_none(self):
        self.device("SW_DOCK")
        self.fails(5, ["--device", "auto", *NEITHER])
        self.fails(5, ["--device", "auto", "--switch", "keypad-slide", *NEITHER])

    def test_auto_does_not_step_over_a_match_it_may_not_open(self):
        first, second = self.device("SW_LID"), self.device("SW_LID")
        self.permit(first, 0o600)
        self.permit(second, 0o666)
        self.fails(4, ["--device", "auto", *NEITHER], first.node, "Permission denied",
                   **self.as_nobody())


class PathErrors(KernelTest):
    """Each is found before the device is opened: it may not be opened here, which is not said."""

    def setUp(self):
        super().setUp()
        self.lid = self.device("SW_LID")
        self.permit(self.lid, 0o600)
        self.state = self.path("state")

    def refused(self, status, *mentioned, path=None, **more):
        path = path or self.state
        return self.fails(status, ["--device", self.lid.node, "--focus", "none", "--state", path],
                          path, *mentioned, **{**self.as_nobody(), **more})

    def open_folder(self):
        os.chmod(self.directory, 0o777)

    @rows({"a link": ("link", "link"), "a folder": ("folder", "not a regular file"),
           "a FIFO": ("fifo", "not a regular file"), "a device": ("device", "not a regular file")})
    def test_a_state_path_that_is(self, kind, mentioned):
        self.open_folder()
        state = "/dev/null" if kind == "device" else self.state
        with open(self.path("real"), "w") as file:
            file.write("untouched")
        {"link": lambda: os.symlink(self.path("real"), self.state),
         "folder": lambda: os.mkdir(self.state), "fifo": lambda: os.mkfifo(self.state),
         "device": lambda: None}[kind]()
        before = os.lstat(state)
        more = {"environment": self.environment(), **dict.fromkeys(AS_NOBODY)}
        self.refused(1, mentioned, path=state, **(more if kind == "device" else {}))
        self.assertEqual(os.lstat(state).st_ino, before.st_ino)
        self.assertEqual(open(self.path("real")).read(), "untouched")

    def test_a_state_path_without_its_folder(self):
        self.refused(1, "No such file or directory", path=self.path("no", "state"))

    def test_a_state_path_that_may_not_be_written(self):
        self.refused(4, "Permission denied")

    def test_a_state_path_on_a_file_system_that_is_read_only_T06(self):
        folder = self.path("mounted")
        os.mkdir(folder)
        subprocess.run(["mount", "-t", "tmpfs", "-o", "ro,mode=777", "none", folder], check=True)
        self.addCleanup(subprocess.run, ["umount", folder])
        self.refused(1, "Read-only file system", path=os.path.join(folder, "state"))

    def test_a_lock_that_is_a_link_is_not_followed(self):
        self.open_folder()
        os.symlink(self.path("victim"), self.state + ".lock")
        self.fails(1, ["--device", self.lid.node, "--focus", "none", "--state", self.state],
                   self.state + ".lock", **self.as_nobody())
        self.assertFalse(os.path.exists(self.path("victim")))

    def test_a_second_bridge_on_a_state_file_is_told_the_first_ones_pid_T02(self):
        self.permit(self.lid, 0o666)
        running = self.bridge(self.lid)
        said = self.fails(6, ["--device", self.lid.node, "--focus", "none",
                              "--state", running.state_path])
        self.assertIn(str(running.pid), re.findall(r"\d+", said))
        self.lid.set(1)
        self.assertEqual(running.lines(), ["open", "closed"], "the first one is not disturbed")

    def test_no_runtime_folder_to_be_had(self):
        said = self.fails(1, ["--device", self.lid.node], "--state", "--focus",
                          **self.as_nobody(XDG_RUNTIME_DIR=None))
        self.assertNotIn("/tmp", said)

    def test_a_runtime_folder_of_somebody_else_is_not_used(self):
        os.mkdir(self.path("foreign"), 0o777)
        os.chmod(self.path("foreign"), 0o777)
        self.fails(1, ["--device", self.lid.node], "--state", "--focus",
                   **self.as_nobody(XDG_RUNTIME_DIR=self.path("foreign")))
        self.assertEqual(os.listdir(self.path("foreign")), [])
