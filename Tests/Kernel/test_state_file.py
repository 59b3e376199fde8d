"""The state file, its lock, and the runtime folder that they live in by default."""

import fcntl
import json
import os
import shutil
import signal
import stat
import struct
import threading

from bridge import wait_for
from case import NOBODY, KernelTest, rows

F_OFD_GETLK, F_UNLCK, F_WRLCK = 36, 2, 1
FLOCK = struct.Struct("hhqqi4x")


def mode(path):
    return stat.S_IMODE(os.lstat(path).st_mode)


def locked(path):
    """Whether somebody holds a write lock, asked as a reader who takes none."""
    with open(path, "rb") as file:
        answer = fcntl.fcntl(file, F_OFD_GETLK, FLOCK.pack(F_WRLCK, 0, 0, 0, 0))
    return FLOCK.unpack(answer)[0] != F_UNLCK


class StateFile(KernelTest):
    def setUp(self):
        super().setUp()
        self.lid = self.device("SW_LID")

    def test_every_read_sees_one_whole_record_T01(self):
        running = self.bridge(self.lid, "--state-format", "json", "--focus", "none")
        seen, stop = [], threading.Event()

        def read():
            while not stop.is_set():
                with open(running.state_path, "rb") as file:
                    seen.append(file.read())

        reader = threading.Thread(target=read)
        reader.start()
        try:
            for number in range(1, 601):
                self.lid.set(number % 2)
                if number % 20 == 0:
                    running.lines()
        finally:
            stop.set()
            reader.join()
        self.assertGreater(len(set(seen)), 20)
        for text in set(seen):
            self.assertEqual(text.count(b"\n"), 1)
            self.assertIn(json.loads(text)["state"], ("open", "closed"))

    def test_nothing_is_written_when_nothing_changed_T15(self):
        running = self.bridge(self.lid, "--on-foreground", "keep")
        before = os.stat(running.state_path)
        running.focus("foreground\nbackground\nenable\n")
        running.signal(signal.SIGUSR1)
        running.settle()
        after = os.stat(running.state_path)
        self.assertEqual((before.st_ino, before.st_mtime_ns), (after.st_ino, after.st_mtime_ns))
        self.lid.set(1)
        running.settle()
        self.assertNotEqual(os.stat(running.state_path).st_ino, before.st_ino, "renamed into place")

    def test_nothing_else_is_left_in_the_folder(self):
        running = self.bridge(self.lid)
        self.lid.set(1)
        running.settle()
        folder = os.path.dirname(running.state_path)
        self.assertEqual(sorted(os.listdir(folder)), ["focus", "state", "state.lock"])
        self.assertEqual(running.stop(), 0)
        self.assertEqual(sorted(os.listdir(folder)), ["state", "state.lock"])

    def test_state_none_writes_nothing(self):
        running = self.bridge(self.lid, "--state", "none", "--focus", "none")
        self.assertEqual(running.lines(), ["open"])
        self.assertFalse(os.path.exists(running.state_path))
        self.assertFalse(os.path.exists(running.lock_path))

    @rows({f"{umask:03o}": (umask,) for umask in (0o000, 0o077, 0o777)})
    def test_the_runtime_folder_is_private_whatever_the_umask(self, umask):
        running = self.bridge(self.lid, umask=umask)
        self.lid.set(1)
        running.settle()
        folder = os.path.dirname(running.state_path)
        self.assertEqual([mode(path) for path in (os.path.dirname(folder), folder)], [0o700] * 2)
        for path in (running.state_path, running.lock_path, running.focus_path):
            self.assertEqual(mode(path), 0o600, path)

    def test_elsewhere_the_umask_says(self):
        running = self.bridge(self.lid, "--state", self.path("word"), umask=0o027)
        self.assertEqual(mode(self.path("word")), 0o640)
        self.lid.set(1)
        running.settle()
        self.assertEqual(mode(self.path("word")), 0o640)
        self.assertEqual(open(self.path("word")).read(), "closed\n")

    def system_wide(self, running):
        folder = "/run/proxbridge/lid"
        self.assertEqual([mode(path) for path in (os.path.dirname(folder), folder)], [0o755] * 2)
        self.assertEqual(mode(running.state_path), 0o644)
        self.assertEqual(mode(running.focus_path), 0o600)
        state = self.command("state", **self.as_nobody())
        self.assertEqual((state.stdout(), state.child.returncode), ("open\n", 0))
        self.assertEqual(running.stop(), 0)

    def test_for_root_without_a_runtime_directory_it_is_open_to_readers(self):
        self.system_wide(self.start(
            "--device", self.lid.node, folder="/run/proxbridge/lid", umask=0o077,
            environment=self.environment(XDG_RUNTIME_DIR=None),
            before=("unshare", "-m", "sh", "-c",
                    'mount -t tmpfs none /run/user && exec "$@"', "sh")).ready())

    def test_the_first_path_of_RUNTIME_DIRECTORY_comes_first(self):
        self.system_wide(self.start(
            "--device", self.lid.node, folder="/run/proxbridge/lid",
            environment=self.environment(RUNTIME_DIRECTORY="/run/proxbridge:/run/other")).ready())

    def test_without_XDG_RUNTIME_DIR_the_usual_place_of_this_user(self):
        folder = f"/run/user/{NOBODY}"
        os.makedirs(folder, 0o700, exist_ok=True)
        os.chown(folder, NOBODY, NOBODY)
        self.addCleanup(shutil.rmtree, folder)
        self.permit(self.lid, 0o666)
        running = self.start("--device", self.lid.node, folder=f"{folder}/proxbridge/lid",
                             **self.as_nobody(XDG_RUNTIME_DIR=None)).ready()
        self.assertEqual(running.state(), "open\n")
        self.assertEqual(running.stop(), 0)

    def test_a_write_that_fails_is_told_once_and_tried_again_T06(self):
        folder = self.path("folder")
        os.mkdir(folder)
        os.chown(folder, NOBODY, NOBODY)
        self.permit(self.lid, 0o666)
        state = os.path.join(folder, "state")
        running = self.bridge(self.lid, "--state", state, "-q", **self.as_nobody())
        os.chmod(folder, 0o500)
        for value in (1, 0, 1, 0, 1):
            self.lid.set(value)
        self.assertEqual(running.lines(), ["open"] + ["closed", "open"] * 2 + ["closed"])
        self.assertEqual(open(state).read(), "open\n", "the old file is whole")
        self.assertEqual(running.stderr().count("\n"), 1, running.stderr())
        self.assertIn("Permission denied", running.stderr())
        os.chmod(folder, 0o700)
        wait_for(lambda: open(state).read() == "closed\n", "being written again within a second")


class Lock(KernelTest):
    def setUp(self):
        super().setUp()
        self.lid = self.device("SW_LID")

    def test_it_is_held_while_the_bridge_lives_and_never_removed(self):
        running = self.bridge(self.lid)
        self.assertTrue(locked(running.lock_path))
        with open(running.lock_path, "rb") as file:
            self.assertIn(str(running.pid).encode(), file.read())
        before = os.stat(running.lock_path).st_ino
        self.assertEqual(running.stop(), 0)
        self.assertFalse(locked(running.lock_path))
        self.assertEqual(os.stat(running.lock_path).st_ino, before)

    def test_asking_for_it_refuses_no_start(self):
        running = self.bridge(self.lid)
        path, stop = running.lock_path, threading.Event()
        running.stop()

        def ask():
            while not stop.is_set():
                locked(path)

        reader = threading.Thread(target=ask)
        reader.start()
        try:
            for _ in range(5):
                self.assertEqual(self.bridge(self.lid).stop(), 0)
        finally:
            stop.set()
            reader.join()

    def test_a_killed_bridge_leaves_a_stale_file_and_a_free_lock(self):
        running = self.bridge(self.lid)
        running.signal(signal.SIGKILL)
        running.status()
        self.assertEqual(open(running.state_path).read(), "open\n")
        self.assertFalse(locked(running.lock_path))
        state = self.command("state")
        self.assertEqual((state.stdout(), state.child.returncode), ("unknown\n", 3))
        self.assertEqual(self.bridge(self.lid).state(), "open\n")
