"""What `make install` puts in place, under the real systemd and the real udevd."""

import os
import shutil
import subprocess

from bridge import wait_for
from case import KernelTest
from manager import Manager

PREFIX = "/usr/local"
PROGRAM = PREFIX + "/bin/proxbridge"


def files():
    return {os.path.join(folder, name) for folder, _, names in os.walk(PREFIX) for name in names}


def run(*command, **options):
    return subprocess.run(command, capture_output=True, text=True, check=False, **options)


class Installed(KernelTest):
    @classmethod
    def setUpClass(cls):
        cls.before = files()
        run("packaging/place", "install", PREFIX)

    @classmethod
    def tearDownClass(cls):
        run("packaging/place", "uninstall", PREFIX)

    def setUp(self):
        super().setUp()
        self.units = self.path("units")
        os.mkdir(self.units)
        self.lid = self.device(name="Lid")

    def manager(self, kind, *mode):
        shutil.copy(f"{PREFIX}/lib/systemd/{kind}/proxbridge@.service", self.units)
        manager = Manager(self.units, self.environment(), *mode)
        self.addCleanup(manager.close)
        return manager

    def says(self, path, word):
        def content():
            try:
                return open(path, encoding="utf-8").read()
            except FileNotFoundError:
                return None
        wait_for(lambda: content() == word + "\n", lambda: f"{content()}, not {word}", 30)

    def test_what_is_installed_goes_with_uninstall(self):
        installed = files() - self.before
        self.assertEqual(len(installed), 9)
        self.assertEqual([path for path in installed if "@bindir@" in open(path, "rb").read().decode(
            errors="replace")], [])
        self.assertEqual(run("packaging/place", "uninstall", PREFIX).returncode, 0)
        self.assertEqual(files(), self.before)
        self.assertEqual(run("packaging/place", "install", PREFIX).returncode, 0)
        self.assertEqual(files() - self.before, installed)

    def test_the_rule_counts_for_devices_that_were_there_before(self):
        self.assertEqual(run("packaging/place", "uninstall", PREFIX).returncode, 0)
        run("udevadm", "control", "--reload")
        early = self.device("SW_FRONT_PROXIMITY")
        run("udevadm", "settle")
        link = "/dev/input/by-switch/front-proximity"
        self.assertFalse(os.path.lexists(link))
        self.assertEqual(run("packaging/place", "install", PREFIX).returncode, 0)
        wait_for(lambda: os.path.realpath(link) == early.node, lambda: os.path.realpath(link), 30)

    def test_the_system_unit_runs_hardened_and_its_group_says_who_is_in_front(self):
        manager = self.manager("system")
        self.addCleanup(shutil.rmtree, "/run/proxbridge", ignore_errors=True)
        started = manager.systemctl("start", "proxbridge@lid")
        self.assertEqual((started.returncode, started.stderr), (0, ""))
        state = "/run/proxbridge/lid/state"
        self.says(state, "open")
        self.lid.set(1)
        self.says(state, "closed")
        self.assertEqual(manager.show("proxbridge@lid", "StatusText"), "closed")

        group = run("getent", "group", "proxbridge").stdout.split(":")[2]
        for groups, status in (("--clear-groups", 4), (f"--groups={group}", 0)):
            told = run("setpriv", "--reuid=65534", "--regid=65534", groups,
                       PROGRAM, "focus", "foreground")
            self.assertEqual(told.returncode, status, told.stderr)
        self.says(state, "open")
        self.assertEqual(run(PROGRAM, "state", "--is", "open").returncode, 0)

        # One that is killed is started again, and goes on.
        old = manager.show("proxbridge@lid", "MainPID")
        manager.systemctl("kill", "--signal=KILL", "proxbridge@lid")
        wait_for(lambda: manager.show("proxbridge@lid", "MainPID") not in (old, "0")
                 and manager.show("proxbridge@lid", "ActiveState") == "active",
                 lambda: manager.systemctl("status", "proxbridge@lid").stdout, 60)
        self.says(state, "open")
        manager.systemctl("stop", "proxbridge@lid")
        self.says(state, "unknown")
        self.assertEqual(manager.show("proxbridge@lid", "Result"), "success")

    def test_the_unit_of_the_user_comes_and_goes_with_the_graphical_session(self):
        manager = self.manager("user", "--user")
        enabled = manager.systemctl("enable", "--runtime", "proxbridge@lid")
        self.assertEqual(enabled.returncode, 0, enabled.stderr)
        manager.systemctl("start", "graphical-session.target")
        state = os.path.join(self.runtime, "proxbridge/lid/state")
        self.says(state, "open")
        manager.systemctl("stop", "graphical-session.target")
        self.says(state, "unknown")
        # A second one at the same place is refused, and not tried again.
        running = self.bridge(self.lid)
        manager.systemctl("start", "proxbridge@lid")
        wait_for(lambda: manager.show("proxbridge@lid", "ActiveState") == "failed",
                 lambda: manager.systemctl("status", "proxbridge@lid").stdout, 30)
        self.assertEqual(manager.show("proxbridge@lid", "ExecMainStatus"), "6")
        self.assertEqual(manager.show("proxbridge@lid", "NRestarts"), "0")
        self.assertEqual(running.stop(), 0)
