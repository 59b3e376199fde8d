"""Random walks of events, lost events and messages, compared with the naive rules at every step."""

import random
import signal
import time

from case import KernelTest, rows
from rules import Rules
from switches import EV_SYN, SYN_DROPPED

WORDS = ["foreground", "background"] * 6 + ["reset"] * 2 + ["enable"] * 4 + ["disable"]
REASONS = {"foreground": "foreground", "background": "background", "reset": "reset",
           "enable": "enabled", "disable": "disabled"}


def micro():
    return time.clock_gettime_ns(time.CLOCK_MONOTONIC) // 1000


class Walk:
    """One bridge, the rules beside it, and a client that sees each event's stamp."""

    def __init__(self, test, policy, seed):
        self.test, self.random = test, random.Random(seed)
        self.bit = self.random.randrange(2)
        self.device = test.device("SW_FRONT_PROXIMITY", on=["SW_FRONT_PROXIMITY"] * self.bit)
        self.client = test.client(self.device)
        self.bridge = test.bridge(self.device, "--format", "json", "--on-foreground", policy)
        self.rules, self.published, self.expected = Rules(policy), None, []
        self.stamps, self.history, self.seq = [1], [f"bit {self.bit}"], 0
        first = self.bridge.records()
        self.rules.reading(self.bit, round(first[0]["monotonic"] * 1e6))
        self.expect("start")
        self.compare(first)

    def expect(self, reason, at=None):
        """After one input: a record is due if the rules now say something else."""
        view = self.rules.view()
        if view != self.published:
            self.published = view
            self.expected.append((view, reason, at))

    def compare(self, records):
        got = [((r["state"], r["reported"], r["basis"], r["focus"]), r["reason"]) for r in records]
        want = [(view, reason) for view, reason, _ in self.expected]
        self.test.assertEqual(got, want, "\n".join(self.history[-12:]))
        for record, (_, _, at) in zip(records, self.expected):
            self.seq += 1
            self.test.assertEqual(record["seq"], self.seq)
            if at is not None:
                self.test.assertEqual(round(record["monotonic"] * 1e6), at, self.history[-1])
        self.expected = []

    def step(self):
        kinds = [self.event] * 5 + [self.lost] * 4 + [self.message] * 8 + [self.reading]
        self.random.choice(kinds + [self.batch] * 3 + [self.overflow])()
        self.compare(self.bridge.records())

    def toggle(self):
        """A change that everybody sees; its stamp."""
        self.bit ^= 1
        self.device.set(self.bit)
        self.stamps.append(self.client.stamp())
        self.history.append(f"event {self.bit} at {self.stamps[-1]}")
        return self.stamps[-1]

    def event(self):
        at = self.toggle()
        self.rules.event(self.bit, at, micro())
        self.expect("event", at)

    def lost(self):
        self.client.grab()
        self.toggle()
        self.client.grab(False)
        self.history[-1] += ", lost"

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

    def reading(self):
        self.history.append("SIGUSR1")
        self.bridge.signal(signal.SIGUSR1)
        self.bridge.settle()
        self.rules.reading(self.bit, micro())
        self.expect("reading")

    def batch(self):
        """Events and messages that are all waiting when the bridge looks: events go first."""
        self.bridge.freeze()
        for _ in range(self.random.randint(1, 4)):
            at = self.toggle()
            self.rules.event(self.bit, at, at)
            self.expect("event", at)
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

    def overflow(self):
        self.bridge.freeze()
        for _ in range(self.random.randint(40, 44)):
            self.bit ^= 1
            self.device.set(self.bit)
        dropped = [at for at, *event in self.client.events() if event == [EV_SYN, SYN_DROPPED, 0]]
        self.history.append(f"overflow to {self.bit} at {dropped[-1]}")
        self.bridge.thaw()
        self.bridge.settle()
        self.rules.overflow(self.bit, dropped[-1], micro())
        self.expect("sync", dropped[-1])


class Walks(KernelTest):
    @rows({f"{policy}, seed {seed}": (policy, seed)
           for seed in (1, 2) for policy in ("assume", "reread", "keep")})
    def test_a_random_walk_agrees_with_the_rules(self, policy, seed):
        walk = Walk(self, policy, seed)
        for _ in range(200):
            walk.step()
        self.assertGreater(walk.seq, 30)
