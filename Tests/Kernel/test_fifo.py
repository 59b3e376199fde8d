"""How the focus FIFO is made, reused, refused and removed."""

import os
import signal
import stat
import subprocess

from bridge import wait_for
from case import NOBODY, KernelTest, rows


def mode(path):
    return stat.S_IMODE(os.lstat(path).st_mode)


class Fifo(KernelTest):
    def setUp(self):
        super().setUp()
        self.lid = self.device("SW_LID", on=["SW_LID"])
        self.fifo = self.path("fifo")

    def run_on(self, path, *options, **more):
        running = self.bridge(self.lid, "--focus", path, *options, **more)
        running.focus_path = path
        return running

    def refused(self, status, *mentioned, path=None, **options):
        """A start on `self.fifo` that is refused; what was there is still there, untouched."""
        path = path or self.fifo
        before = os.lstat(path)
        self.fails(status, ["--device", self.lid.node, "--state", "none", "--focus", path],
                   path, *mentioned, **options)
        after = os.lstat(path)
        for field in ("st_ino", "st_mode", "st_uid", "st_size"):
            self.assertEqual(getattr(before, field), getattr(after, field))

    @rows({f"umask {umask:03o}, {options or 'default'}": (umask, options, wanted)
           for umask in (0o000, 0o077, 0o777)
           for options, wanted in (((), 0o600), (("--focus-mode", "0620"), 0o620),
                                   (("--focus-mode", "660"), 0o660))})
    def test_the_mode_is_as_asked_F12(self, umask, options, wanted):
        running = self.run_on(self.fifo, *options, "--state", "none", umask=umask)
        self.assertEqual(mode(self.fifo), wanted)
        self.assertTrue(stat.S_ISFIFO(os.lstat(self.fifo).st_mode))
        self.assertEqual(running.stop(), 0)
        self.assertFalse(os.path.lexists(self.fifo), "made by this run, removed by it")

    def test_a_shared_fifo_has_a_folder_that_lets_the_group_through(self):
        running = self.bridge(self.lid, "--focus-mode", "0620")
        self.assertEqual(mode(running.focus_path), 0o620)
        folder = os.path.dirname(running.focus_path)
        for path in (folder, os.path.dirname(folder)):
            self.assertEqual(mode(path) & 0o017, 0o010, path)
        self.assertEqual(mode(running.state_path), 0o600)

    def test_one_that_is_there_is_reused_and_kept_F07(self):
        os.mkfifo(self.fifo, 0o600)
        before = os.lstat(self.fifo).st_ino
        running = self.run_on(self.fifo)
        running.focus("foreground\n")
        self.assertEqual(running.lines(), ["closed", "open"])
        self.assertEqual(running.stop(), 0)
        self.assertEqual(os.lstat(self.fifo).st_ino, before)

    def test_a_stale_one_at_the_default_path_is_reused_and_removed_F07(self):
        running = self.bridge(self.lid)
        before = os.lstat(running.focus_path).st_ino
        running.signal(signal.SIGKILL)
        running.status()
        self.assertEqual(os.lstat(running.focus_path).st_ino, before)
        again = self.bridge(self.lid)
        self.assertEqual(os.lstat(running.focus_path).st_ino, before)
        self.assertEqual(again.stop(), 0)
        self.assertFalse(os.path.lexists(again.focus_path))

    def test_a_writer_blocked_in_open_is_set_free_and_heard_S12(self):
        os.mkfifo(self.fifo, 0o600)
        writer = self.blocked_writer(self.fifo)
        running = self.run_on(self.fifo)
        self.assertEqual(writer.wait(), 0)
        wait_for(lambda: running.out.lines()[-1:] == ["open"], lambda: running.out.lines())

    def test_a_message_already_waiting_counts_before_the_first_record_S12(self):
        os.mkfifo(self.fifo, 0o600)
        holder = os.open(self.fifo, os.O_RDWR | os.O_NONBLOCK)
        self.addCleanup(os.close, holder)
        os.write(holder, b"foreground\n")
        self.assertEqual(self.run_on(self.fifo).lines(), ["open"])

    def blocked_writer(self, path):
        """A shell that hangs in open() until somebody reads, then writes a foreground."""
        child = subprocess.Popen(["sh", "-c", 'echo foreground > "$1"', "sh", path])
        self.addCleanup(child.wait)
        self.addCleanup(child.kill)
        wait_for(lambda: blocked_in_open(child.pid), "a writer blocked in open")
        return child

    def test_a_regular_file_is_refused_unread_F10(self):
        with open(self.fifo, "w") as file:
            file.write("foreground\n")
        self.refused(1, "not a FIFO")
        self.assertEqual(open(self.fifo).read(), "foreground\n")

    def test_a_symbolic_link_is_refused(self):
        os.mkfifo(self.path("real"), 0o600)
        os.symlink(self.path("real"), self.fifo)
        self.refused(1, "link")

    def test_a_folder_is_refused(self):
        os.mkdir(self.fifo)
        self.refused(1, "not a FIFO")

    def test_one_owned_by_somebody_else_is_refused_F12(self):
        os.mkfifo(self.fifo, 0o600)
        os.chown(self.fifo, 1234, 1234)
        self.refused(1, "1234")

    def test_one_writable_by_others_is_refused_and_its_writers_stay_blocked(self):
        os.mkfifo(self.fifo)
        os.chmod(self.fifo, 0o602)
        writer = self.blocked_writer(self.fifo)
        self.refused(1, "others")
        self.assertTrue(blocked_in_open(writer.pid))
        self.assertIsNone(writer.poll())

    def test_one_of_root_is_accepted_by_an_ordinary_user(self):
        os.mkfifo(self.fifo)
        os.chmod(self.fifo, 0o660)
        os.chown(self.fifo, 0, NOBODY)
        self.permit(self.lid, 0o666)
        running = self.run_on(self.fifo, **self.as_nobody())
        running.focus("fg\n")
        self.assertEqual(running.lines(), ["closed", "open"])

    def test_one_that_may_not_be_opened_is_permission_denied(self):
        os.mkfifo(self.fifo, 0o600)
        self.permit(self.lid, 0o666)
        self.refused(4, "Permission denied", **self.as_nobody())

    def test_a_folder_that_may_not_be_written_is_permission_denied(self):
        self.permit(self.lid, 0o666)
        self.fails(4, ["--device", self.lid.node, "--state", "none", "--focus", self.fifo],
                   self.fifo, "Permission denied", **self.as_nobody())

    def test_a_folder_that_is_not_there_is_an_error(self):
        path = self.path("no", "such", "fifo")
        self.fails(1, ["--device", self.lid.node, "--state", "none", "--focus", path],
                   path, "No such file or directory")

    def test_two_bridges_on_one_fifo(self):
        running = self.run_on(self.fifo)
        self.refused(6)
        running.focus("foreground\n")
        self.assertEqual(running.lines(), ["closed", "open"], "the first one still reads it")

    def test_a_regular_file_at_the_default_path_is_replaced_unread_with_a_warning(self):
        folder = os.path.join(self.runtime, "proxbridge", "lid")
        os.makedirs(folder, 0o700)
        with open(os.path.join(folder, "focus"), "w") as file:
            file.write("foreground\n")
        running = self.bridge(self.lid)
        self.assertEqual(running.lines(), ["closed"])
        self.assertTrue(stat.S_ISFIFO(os.lstat(running.focus_path).st_mode))
        wait_for(lambda: running.focus_path in running.stderr(), "a warning")
        running.focus("foreground\n")
        self.assertEqual(running.lines(), ["open"])

    def test_a_link_at_the_default_path_is_refused(self):
        folder = os.path.join(self.runtime, "proxbridge", "lid")
        os.makedirs(folder, 0o700)
        self.fifo = os.path.join(folder, "focus")
        os.symlink("/etc/passwd", self.fifo)
        self.fails(1, ["--device", self.lid.node], self.fifo, "link")

    def test_standard_output_that_is_the_focus_fifo_is_refused(self):
        os.mkfifo(self.fifo, 0o600)
        end = os.open(self.fifo, os.O_RDWR)
        self.addCleanup(os.close, end)
        self.refused(1, stdout=end)

    def test_focus_none_makes_no_fifo(self):
        running = self.bridge(self.lid, "--focus", "none")
        self.assertEqual(running.lines(), ["closed"])
        self.assertFalse(os.path.lexists(running.focus_path))
        self.assertEqual(running.state(), "closed\n")


def blocked_in_open(pid):
    with open(f"/proc/{pid}/syscall") as file:
        return file.read().split()[0] in ("2", "257")
