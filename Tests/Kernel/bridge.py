"""The program under test as a subprocess: what it is given, what it prints, when it is at rest."""

import json
import os
import signal
import subprocess
import time

DEADLINE = 40.0
SLEEPING_IN_POLL = {"7", "219", "271"}  # poll, restart_syscall and ppoll on x86_64


class Failed(AssertionError):
    """A condition did not come true in time."""


def wait_for(condition, what, deadline=DEADLINE):
    """Asks until the condition holds and returns its value; fails when the deadline has passed."""
    end = time.monotonic() + deadline
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > end:
            raise Failed(f"{what() if callable(what) else what}: not within {deadline:g} s")
        time.sleep(0.004)


def pause(seconds):
    """Time passes: what is shown is that nothing happens in it."""
    end = time.monotonic() + seconds
    wait_for(lambda: time.monotonic() > end, "time to pass")


class Stream:
    """The reading end of a pipe: everything that has arrived, without ever waiting for it."""

    def __init__(self):
        self.fd, self.writer = os.pipe()
        os.set_blocking(self.fd, False)
        self.data, self.ended, self.seen = b"", False, 0

    def close_writer(self):
        if self.writer >= 0:
            os.close(self.writer)
            self.writer = -1

    def drain(self):
        while not self.ended and self.fd >= 0:
            try:
                chunk = os.read(self.fd, 1 << 16)
            except BlockingIOError:
                break
            self.data += chunk
            self.ended = chunk == b""
        return self.data

    def lines(self):
        """The complete lines so far, each without its newline."""
        return self.drain().decode("utf-8", "surrogateescape").split("\n")[:-1]

    def take(self):
        """The complete lines since the last call."""
        lines = self.lines()[self.seen:]
        self.seen += len(lines)
        return lines

    def forget(self):
        """Keeps no lines that were taken."""
        self.data, self.seen = self.data[self.data.rfind(b"\n") + 1:], 0

    def drop_empty_lines(self):
        """Takes out what only filled the pipe."""
        self.data = b"".join(line + b"\n" for line in self.drain().split(b"\n") if line)

    def close(self):
        self.close_writer()
        if self.fd >= 0:
            os.close(self.fd)
            self.fd = -1


class Process:
    """A command of the program, its standard output and error collected as they come."""

    def __init__(self, argv, environment, directory, **options):
        self.out, self.err = Stream(), Stream()
        options.setdefault("stdin", subprocess.DEVNULL)
        options.setdefault("stdout", self.out.writer)
        options.setdefault("stderr", self.err.writer)
        self.child = subprocess.Popen(argv, env=environment, cwd=directory, **options)
        self.pid = self.child.pid
        self.out.close_writer()
        self.err.close_writer()

    def ended(self):
        return self.child.poll() is not None

    def status(self):
        """Waits for the end; the exit status, negative for a signal."""
        wait_for(self.ended, lambda: f"end of {self.child.args}: {self.stderr()}")
        return self.child.returncode

    def stderr(self):
        return self.err.drain().decode("utf-8", "surrogateescape")

    def stdout(self):
        return self.out.drain().decode("utf-8", "surrogateescape")

    def signal(self, number):
        self.child.send_signal(number)

    def close(self):
        if not self.ended():
            self.child.kill()
            self.child.wait()
        self.out.close()
        self.err.close()


class Bridge(Process):
    """A running bridge. Its sleep in poll shows that all it was given has been taken."""

    def __init__(self, argv, environment, directory, folder, **options):
        self.state_path = os.path.join(folder, "state")
        self.lock_path = self.state_path + ".lock"
        self.focus_path = os.path.join(folder, "focus")
        super().__init__(argv, environment, directory, **options)

    def asleep(self):
        """Whether it waits for input. A write that wakes it has done so when it returns."""
        try:
            with open(f"/proc/{self.pid}/stat", "rb") as file:
                if file.read().rpartition(b")")[2].split()[0] != b"S":
                    return False
            with open(f"/proc/{self.pid}/syscall") as file:
                return file.read().split()[0] in SLEEPING_IN_POLL
        except (FileNotFoundError, ProcessLookupError):
            return False

    def settle(self):
        """Waits until it has dealt with everything, and fails if it has ended."""
        wait_for(lambda: self.ended() or self.asleep(), lambda: f"rest; stderr: {self.stderr()}")
        if self.ended():
            raise Failed(f"ended with status {self.child.returncode}: {self.stderr()}")
        return self

    def ready(self, line=True):
        """Waits for the first record, then for rest."""
        wait_for(lambda: self.ended() or (self.out.lines() if line else self.asleep()),
                 lambda: f"first record; stderr: {self.stderr()}")
        return self.settle()

    def lines(self):
        """The lines that came since the last call, once at rest."""
        self.settle()
        return self.out.take()

    def records(self):
        """The same as JSON objects."""
        return [json.loads(line) for line in self.lines()]

    def state(self):
        """What the state file holds, once at rest."""
        self.settle()
        with open(self.state_path) as file:
            return file.read()

    def focus(self, text):
        """A writer that opens the FIFO, writes and leaves."""
        with self.writer() as writer:
            writer.write(text if isinstance(text, bytes) else text.encode())
        self.settle()

    def writer(self):
        """A writing end of the FIFO, unbuffered, for the caller to close."""
        return open(os.open(self.focus_path, os.O_WRONLY | os.O_NONBLOCK | os.O_CLOEXEC), "wb", 0)

    def freeze(self):
        """Stops it and waits until it is stopped."""
        self.signal(signal.SIGSTOP)
        wait_for(lambda: self.process_state() == b"T", "stop by SIGSTOP")

    def thaw(self):
        self.signal(signal.SIGCONT)
        wait_for(lambda: self.process_state() != b"T", "waking by SIGCONT")

    def process_state(self):
        with open(f"/proc/{self.pid}/stat", "rb") as file:
            return file.read().rpartition(b")")[2].split()[0]

    def stop(self, number=signal.SIGTERM):
        """Ends it by a signal and returns its exit status."""
        self.settle()
        self.signal(number)
        return self.status()

    def wakeups(self):
        """How often it has gone to sleep of its own so far."""
        with open(f"/proc/{self.pid}/status") as file:
            for line in file:
                if line.startswith("voluntary_ctxt_switches"):
                    return int(line.split()[1])
        raise Failed("no voluntary_ctxt_switches")
