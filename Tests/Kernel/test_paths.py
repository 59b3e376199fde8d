"""Files and folders that are removed, replaced, or full while the bridge runs."""

import os
import shutil
import subprocess

from bridge import wait_for
from case import KernelTest


class Paths(KernelTest):
    def setUp(self):
        super().setUp()
        self.lid = self.device(on=["SW_LID"])
        self.running = self.bridge(self.lid)

    def fifo_is_there(self):
        return os.path.exists(self.running.focus_path) and self.running.asleep()

    def hears(self, word, line):
        self.running.out.take()
        self.running.focus(word + "\n")
        self.assertEqual(self.running.lines(), [line])

    def test_a_fifo_that_was_removed_is_made_again(self):
        os.unlink(self.running.focus_path)
        wait_for(self.fifo_is_there, "a new FIFO")
        self.hears("fg", "open")

    def test_a_fifo_that_was_replaced_is_read_and_nothing_in_the_old_one_is_lost(self):
        other = self.path("other")
        os.mkfifo(other, 0o600)
        self.running.freeze()
        with self.running.writer() as writer:
            writer.write(b"foreground")
            os.rename(other, self.running.focus_path)
        self.running.thaw()
        wait_for(lambda: self.running.out.lines()[-1] == "open", "the old FIFO's message")
        self.running.settle()
        self.lid.set(0)
        self.lid.set(1)
        self.running.focus("bg\n")
        self.hears("fg", "open")

    def test_what_would_be_refused_is_not_read_and_the_old_one_is_kept(self):
        old = os.open(self.running.focus_path, os.O_WRONLY | os.O_NONBLOCK)
        os.unlink(self.running.focus_path)
        os.symlink("/dev/null", self.running.focus_path)
        wait_for(lambda: "symbolic link" in self.running.stderr(), "a warning")
        self.running.out.take()
        os.write(old, b"fg\n")
        wait_for(lambda: self.running.out.lines()[-1] == "open", "the old FIFO's message")
        os.close(old)
        os.unlink(self.running.focus_path)
        wait_for(self.fifo_is_there, "a new FIFO")

    def test_a_folder_that_was_removed_is_made_again(self):
        shutil.rmtree(os.path.dirname(os.path.dirname(self.running.state_path)))
        wait_for(lambda: os.path.exists(self.running.state_path) and self.fifo_is_there(), "files")
        self.assertEqual(self.running.state(), "closed\n")
        self.assertEqual(self.command("state").stdout(), "closed\n")
        self.hears("fg", "open")
        self.assertEqual(self.command("--device", self.lid.node).child.returncode, 6)

    def test_of_two_bridges_in_a_folder_that_was_remade_the_one_that_holds_it_writes(self):
        self.running.freeze()
        shutil.rmtree(os.path.dirname(os.path.dirname(self.running.state_path)))
        other = self.bridge(self.lid, "--on-foreground", "keep")
        self.lid.set(0)
        self.lid.set(1)
        self.assertEqual(other.state(), "closed\n")
        written = os.stat(other.state_path).st_ino
        self.running.thaw()
        wait_for(lambda: str(other.pid) in self.running.stderr(), self.running.stderr)
        self.assertEqual(self.running.lines(), ["closed", "open", "closed"])
        self.assertEqual(os.stat(other.state_path).st_ino, written, "left to the other one")
        self.assertEqual(other.stop(), 0)
        wait_for(lambda: self.running.state() == "closed\n", "taken over from the one that ended")
        self.assertEqual(self.command("state").stdout(), "closed\n")
        wait_for(self.fifo_is_there, "a new FIFO")
        self.hears("fg", "open")

    def test_a_disk_that_turns_read_only_is_told_once_and_caught_up_with_T06(self):
        folder = os.path.dirname(self.running.state_path)
        # A file that is open to be written keeps its own mount writable, so another covers it.
        subprocess.run(["mount", "--bind", folder, folder], check=True)
        subprocess.run(["mount", "-o", "remount,ro,bind", folder], check=True)
        self.addCleanup(subprocess.run, ["umount", "-l", folder], stderr=subprocess.DEVNULL)
        for value in (0, 1, 0):
            self.lid.set(value)
        self.assertEqual(self.running.lines(), ["closed", "open", "closed", "open"])
        self.assertEqual(self.running.state(), "closed\n")
        self.assertEqual(self.running.stderr().count("Read-only file system"), 1)
        self.assertEqual(self.command("state").stdout(), "open\n")
        subprocess.run(["mount", "-o", "remount,rw,bind", folder], check=True)
        wait_for(lambda: open(self.running.state_path).read() == "open\n", "the file is current")

    def test_a_full_disk_leaves_the_old_file_and_is_caught_up_with(self):
        small = self.path("small")
        os.mkdir(small)
        subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "none", small], check=True)
        self.addCleanup(subprocess.run, ["umount", "-l", small], check=True)
        state = os.path.join(small, "state")
        running = self.bridge(self.lid, "--state", state, "--focus", "none", folder=small)
        with open(os.path.join(small, "filler"), "wb", 0) as filler:
            try:
                while True:
                    filler.write(bytes(4096))
            except OSError:
                pass
        self.lid.set(0)
        self.assertEqual(running.lines(), ["closed", "open"])
        self.assertEqual(running.state(), "closed\n")
        self.assertEqual(self.command("state", "--state", state).stdout(), "open\n")
        self.assertEqual(running.stderr().count("No space left on device"), 1)
        os.unlink(os.path.join(small, "filler"))
        wait_for(lambda: open(state).read() == "open\n", "the state file is current")
        self.assertEqual(sorted(os.listdir(small)), ["state", "state.lock"])
