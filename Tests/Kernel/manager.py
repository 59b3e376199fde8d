"""A real systemd that manages the units of a folder."""

import os
import subprocess

from bridge import wait_for

STUB = "[Unit]\nDescription=Stub\nDefaultDependencies=no\n"
TARGETS = ("test", "sysinit", "basic", "shutdown", "graphical-session")


class Manager:
    """Of the system, as the first process of a namespace of its own, or, with `--user`, of a user."""

    def __init__(self, units, environment, *mode):
        self.mode = mode
        for name in TARGETS:
            with open(os.path.join(units, name + ".target"), "w", encoding="utf-8") as file:
                file.write(STUB)
        # It starts what there is in that folder, and not what this machine would start.
        enabled = os.path.join(environment["XDG_RUNTIME_DIR"], "systemd/user")
        self.environment = {**environment, "container": "other", "SYSTEMD_GENERATOR_PATH": units,
                            "SYSTEMD_UNIT_PATH": f"{units}:{enabled}"}
        os.makedirs("/run/systemd/system", exist_ok=True)  # sd_booted(3), which one of a user asks
        apart = () if mode else ("unshare", "--pid", "--mount", "--fork", "--mount-proc",
                                 "--kill-child")
        self.child = subprocess.Popen(
            [*apart, "/lib/systemd/systemd", *(mode or ("--system",)), "--unit=test.target",
             "--log-target=kmsg", "--show-status=no"],
            env=self.environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        wait_for(lambda: self.systemctl("is-active", "test.target").returncode == 0,
                 lambda: "systemd did not start", 60)

    def systemctl(self, *arguments):
        """From within the namespace, where the manager knows who asks."""
        pid = self.child.pid
        inside = () if self.mode else ("nsenter", f"--pid=/proc/{pid}/ns/pid_for_children",
                                       f"--mount=/proc/{pid}/ns/mnt")
        return subprocess.run([*inside, "systemctl", *self.mode, *arguments],
                              env=self.environment, capture_output=True, text=True, check=False)

    def show(self, unit, name):
        return self.systemctl("show", "--value", "-p", name, unit).stdout.strip()

    def close(self):
        if self.mode:
            self.systemctl("stop", "proxbridge@*")
        self.child.kill()
        self.child.wait()
