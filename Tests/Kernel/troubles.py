"""A random life with troubles: grabs, stalls, losses, replaced files, kills."""

import os
import signal
import time

from bridge import wait_for
from walk import Walk, micro


class TroubledWalk(Walk):
    def grab(self):
        self.is_grabbed = not self.is_grabbed
        self.client.grab(self.is_grabbed)
        self.history.append(f"grab {self.is_grabbed}")

    def clock(self):
        time.clock_settime(time.CLOCK_REALTIME, time.time() + 1)
        if self.policy != "keep":
            self.reading("clock")

    def pipe(self):
        """Another FIFO takes the place of the one that is read, or none does for a while."""
        self.history.append("FIFO")
        if self.random.random() < 0.8:
            os.mkfifo(self.bridge.focus_path + ".new", 0o600)
            os.rename(self.bridge.focus_path + ".new", self.bridge.focus_path)
        else:
            os.unlink(self.bridge.focus_path)
            wait_for(lambda: os.path.exists(self.bridge.focus_path), "a new FIFO")

    def stall(self):
        """Nobody reads for some steps: the file stays current, the newest record is told later."""
        self.compare()
        self.history.append("stall")
        before = self.newest
        filler = os.open(f"/proc/{self.bridge.pid}/fd/1", os.O_WRONLY | os.O_NONBLOCK)
        try:
            while True:
                os.write(filler, b"\n" * 4096)
        except BlockingIOError:
            os.close(filler)
        for _ in range(self.random.randint(1, 6)):
            self.random.choice((self.event, self.event, self.lost, self.message, self.signal))()
            self.agree()
        self.expected = self.expected[-1:] if self.newest != before else []
        self.bridge.out.drain()
        self.bridge.settle()
        self.bridge.out.drop_empty_lines()

    def unplug(self):
        """The device goes and comes back, with messages in between."""
        self.history.append("unplugged")
        self.device.close()
        self.client.close()
        self.rules.present = False
        self.expect("lost")
        for _ in range(self.random.randint(0, 2)):
            self.message()
        self.bridge.settle()
        due = len(self.expected)
        wait_for(lambda: len(self.bridge.out.lines()) == due, lambda: self.bridge.stderr())
        # A switch that begins as on is made by a change, which the bridge might see.
        self.plug(0)
        self.rules.present = True
        if self.rules.monitoring:
            wait_for(lambda: len(self.bridge.out.lines()) > due, lambda: self.bridge.stderr())
            self.rules.reading(self.bit, micro())
        self.expect("found")

    def kill(self):
        """A successor goes on with focus and doubt, whatever happened meanwhile."""
        self.history.append("killed")
        self.bridge.signal(signal.SIGKILL)
        self.bridge.status()
        self.bridge.close()
        self.test.assertEqual(self.test.command("state").stdout(), "unknown\n")
        if self.random.randrange(2):
            self.toggle("with no bridge")
        self.start()
