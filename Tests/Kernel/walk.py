"""A random life of one bridge, held against the rules and the kernel's bit after every step."""

import json
import random
import signal
import time

from rules import Rules
from switches import EV_SYN, SYN_DROPPED

WORDS = ["foreground", "background"] * 6 + ["reset"] * 2 + ["enable"] * 4 + ["disable"]
REASONS = {"foreground": "foreground", "background": "background", "reset": "reset",
           "enable": "enabled", "disable": "disabled"}
SWITCH = "SW_FRONT_PROXIMITY"


def micro():
    return time.clock_gettime_ns(time.CLOCK_MONOTONIC) // 1000


def view_of(record):
    return tuple(record[key] for key in ("state", "reported", "basis", "focus"))


class Walk:
    """One bridge, the rules beside it, and a client that sees each event's stamp."""

    def __init__(self, test, policy, seed, *arguments):
        self.test, self.policy, self.random = test, policy, random.Random(seed)
        self.arguments, self.records = arguments, []
        self.rules, self.history, self.stamps = Rules(policy), [], [1]
        self.missed_at = 0  # the last change that the bridge was not told of
        self.plug(self.random.randrange(2))
        self.start()
        self.compare()

    def plug(self, bit):
        self.bit = bit
        self.history.append(f"plugged in with bit {self.bit}")
        self.device = self.test.device(SWITCH, name="Walked", on=[SWITCH] * self.bit)
        self.client, self.is_grabbed = self.test.client(self.device), False

    def start(self):
        """Starts a bridge, which goes on from what one that was killed knew."""
        self.bridge = self.test.bridge(self.device, "--format", "json", "--state-format", "json",
                                       "--on-foreground", self.policy, *self.arguments)
        self.newest, self.seq, self.expected = None, 0, []
        self.rules.monitoring = True
        self.rules.reading(self.bit, micro())
        self.expect("start")

    def walk(self, kinds, steps):
        """Takes steps of these kinds, each as often as it is in the list."""
        for _ in range(steps):
            self.random.choice(kinds)()
            self.compare()

    # What is due, and what is there.

    def expect(self, reason, at=None):
        """After one input: a record is due if the rules now say something else."""
        view = self.rules.view()
        if view != self.newest:
            self.newest, self.seq = view, self.seq + 1
            self.expected.append((view, reason, self.seq, at))

    def compare(self):
        """Standard output has the records that are due, the state file the newest of them."""
        self.agree()
        records = [json.loads(line) for line in self.bridge.lines()]
        self.bridge.out.forget()
        due, self.expected = self.expected, []
        self.records += records
        self.test.assertEqual([(view_of(r), r["reason"], r["seq"]) for r in records],
                              [tuple(entry[:3]) for entry in due], self.told())
        for record, (*_, at) in zip(records, due):
            if at is not None:
                self.test.assertEqual(round(record["monotonic"] * 1e6), at, self.told())

    def agree(self):
        """The state file is current, and what it says of the kernel's bit is true, if it was told."""
        record = json.loads(self.bridge.state())
        self.test.assertEqual((view_of(record), record["seq"]), (self.newest, self.seq),
                              self.told())
        self.test.assertEqual(self.client.bit(), self.bit)
        if self.rules.known_at > self.missed_at and record["reported"] != "unknown":
            word = self.rules.words[1 - self.bit]
            self.test.assertEqual(record["reported"], word, self.told())
            if record["basis"] == "measured":
                self.test.assertEqual(record["state"], word, self.told())

    def told(self):
        return "\n".join(self.history[-12:])

    # The steps: what happens to the switch.

    def toggle(self, *note):
        """A change; its stamp, after the rules have heard of it if the bridge can."""
        self.bit ^= 1
        self.device.set(self.bit)
        at = self.client.stamp()
        self.stamps.append(at)
        self.history.append(" ".join((f"bit {self.bit} at {at}", *note)))
        return at

    def tell(self, at):
        """The bridge has been told of a change, unless somebody holds a grab."""
        if self.is_grabbed or not self.rules.monitoring:
            self.missed_at = micro()
        else:
            self.rules.event(self.bit, at, micro())
            self.expect("event", at)

    def event(self):
        self.tell(self.toggle())

    def lost(self):
        if not self.is_grabbed:
            self.client.grab()
        self.toggle("lost")
        if not self.is_grabbed:
            self.client.grab(False)
        self.missed_at = micro()

    def overflow(self):
        self.bridge.freeze()
        for _ in range(self.random.randint(40, 44)):
            self.bit ^= 1
            self.device.set(self.bit)
        dropped = [at for at, *event in self.client.events() if event == [EV_SYN, SYN_DROPPED, 0]]
        self.history.append(f"overflow to {self.bit} at {dropped[-1]}")
        self.bridge.thaw()
        self.bridge.settle()
        if self.is_grabbed or not self.rules.monitoring:
            self.missed_at = micro()
        else:
            self.rules.overflow(self.bit, dropped[-1], micro())
            self.expect("sync", dropped[-1])

    def reading(self, reason="SIGUSR1"):
        self.history.append(reason)
        self.bridge.settle()
        self.rules.reading(self.bit, micro())
        self.expect("reading")

    def signal(self):
        self.bridge.signal(signal.SIGUSR1)
        self.reading()

    # Messages.

    def chosen(self):
        """A message and its stamp, None for none; ties with events and times ahead included."""
        word, dice = self.random.choice(WORDS), self.random.random()
        if dice < 0.3:
            return word, None
        if dice < 0.35:
            return word, micro() + 10**9
        if dice < 0.4:
            return word, micro()
        return word, self.random.choice(self.stamps[-3:]) + self.random.choice((-1, 0, 0, 1))

    def say(self, writer, word, stamp):
        self.history.append(f"{word} {stamp}")
        text = word if stamp is None else f"{word} {stamp // 10**6}.{stamp % 10**6:06}"
        writer.write(f"{text}\n".encode())

    def judge(self, word, stamp, now):
        at = now if stamp is None else stamp
        self.rules.message(word, at, now, self.bit)
        self.expect(REASONS[word], at if stamp is not None and at < now else None)

    def message(self):
        word, stamp = self.chosen()
        with self.bridge.writer() as writer:
            self.say(writer, word, stamp)
        self.bridge.settle()
        self.judge(word, stamp, micro())

    def batch(self):
        """Events and messages that are all waiting when the bridge looks: events go first."""
        self.bridge.freeze()
        for _ in range(self.random.randint(1, 4)):
            self.tell(self.toggle("waiting"))
        messages = []
        with self.bridge.writer() as writer:
            for _ in range(self.random.randint(1, 4)):
                messages.append(self.chosen())
                self.say(writer, *messages[-1])
        self.bridge.thaw()
        self.bridge.settle()
        now = micro()
        for word, stamp in messages:
            self.judge(word, stamp, now)
