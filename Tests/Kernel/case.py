"""What every test starts from: a folder of its own, devices and bridges that go with it."""

import os
import shutil
import subprocess
import tempfile
import unittest

from bridge import Bridge, Process
from switches import CODES, Client, Device

PROGRAM = os.environ.get("PROXBRIDGE", ".build/release/proxbridge")
NOBODY = 65534
AS_NOBODY = {"user": NOBODY, "group": NOBODY, "extra_groups": []}
FIRST_CHOICES = ("SW_FRONT_PROXIMITY", "SW_LID", "SW_TABLET_MODE", "SW_MACHINE_COVER")


def rows(table):
    """Makes one test method of each row: `@rows({"name": (argument, ...)})`."""
    def make(method):
        method.rows = table
        return method
    return make


class KernelTest(unittest.TestCase):
    maxDiff = None

    def __init_subclass__(cls):
        for name, method in list(vars(cls).items()):
            for row, arguments in getattr(method, "rows", {}).items():
                setattr(cls, f"{name}: {row}", bound(method, arguments))
            if hasattr(method, "rows"):
                delattr(cls, name)

    def setUp(self):
        self.directory = tempfile.mkdtemp(prefix="t", dir="/dev/shm")
        self.addCleanup(shutil.rmtree, self.directory, ignore_errors=True)
        os.chmod(self.directory, 0o755)
        self.runtime = self.path("run")
        os.mkdir(self.runtime, 0o700)

    def path(self, *names):
        return os.path.join(self.directory, *names)

    def device(self, *switches, **options):
        device = Device(*(switches or ("SW_LID",)), **options)
        self.addCleanup(device.close)
        return device

    def client(self, device):
        client = Client(device)
        self.addCleanup(client.close)
        return client

    def lose(self, device, value, switch=None):
        """A change that the kernel takes to heart and hands to another process alone."""
        client = Client(device)
        client.grab()
        device.set(value, switch)
        client.close()

    def environment(self, **more):
        base = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL": "C.UTF-8",
                "HOME": self.directory, "XDG_RUNTIME_DIR": self.runtime, **more}
        return {name: value for name, value in base.items() if value is not None}

    def permit(self, device, mode, user=0, group=0):
        """Gives a node its owner and mode, after udev has given it those of its rules."""
        subprocess.run(["udevadm", "settle"], check=True)
        os.chown(device.node, user, group)
        os.chmod(device.node, mode)

    def start(self, *arguments, folder=None, environment=None, before=(), **options):
        """A bridge with these arguments, not waited for; its files are looked for in `folder`."""
        folder = folder or os.path.join(self.runtime, "proxbridge", "lid")
        bridge = Bridge([*before, PROGRAM, *map(str, arguments)], environment or self.environment(),
                        self.directory, folder, **options)
        self.addCleanup(bridge.close)
        return bridge

    def bridge(self, device, *arguments, switch=None, line=True, **options):
        """A bridge on a device at the default paths, its first record there, at rest."""
        watched = switch or next(name for name, code in CODES.items() if code == device.codes[0])
        short = watched[3:].lower().replace("_", "-")
        options.setdefault("folder", os.path.join(self.runtime, "proxbridge", short))
        if switch or watched not in FIRST_CHOICES:
            arguments = ("--switch", watched, *arguments)
        return self.start("--device", device.node, *arguments, **options).ready(line=line)

    def command(self, *arguments, environment=None, **options):
        """Runs another command of the program to its end."""
        process = Process([PROGRAM, *map(str, arguments)], environment or self.environment(),
                          self.directory, **options)
        self.addCleanup(process.close)
        process.status()
        process.stdout()
        process.stderr()
        process.close()
        return process

    def fails(self, status, arguments, *mentioned, **options):
        """A start that must end with a status, nothing on stdout, one line of stderr."""
        process = self.command(*arguments, **options)
        said = process.stderr()
        self.assertEqual(process.child.returncode, status, said)
        self.assertEqual(process.stdout(), "")
        self.assertRegex(said, r"\Aproxbridge: [^\n]+\n\Z")
        for text in mentioned:
            self.assertIn(text, said)
        return said

    def as_nobody(self, **more):
        """Options for a child of an ordinary user with a runtime directory of its own."""
        os.chown(self.runtime, NOBODY, NOBODY)
        return {**AS_NOBODY, "environment": self.environment(**more)}


def bound(method, arguments):
    return lambda self: method(self, *arguments)
