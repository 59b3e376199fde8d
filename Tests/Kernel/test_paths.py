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
