"""Random walks of events, lost events, messages and troubles, long ones for `make soak`."""

import os
import signal

from case import KernelTest, rows
from troubles import TroubledWalk
from walk import Walk

STEPS = int(os.environ.get("SOAK", "0"))


def common(walk):
    """The steps of any walk, each as often as it is in the list."""
    return ([walk.event] * 5 + [walk.lost] * 4 + [walk.message] * 8 + [walk.signal]
            + [walk.batch] * 3 + [walk.overflow])


def troubled(walk):
    return (common(walk) * 3 + [walk.grab, walk.clock, walk.pipe, walk.stall] * 2 + [walk.unplug])


def use(walk):
    """What the bridge uses, while it watches: KiB of memory of its own, and open files."""
    while not walk.rules.monitoring:
        walk.walk([walk.message], 1)
    with open(f"/proc/{walk.bridge.pid}/status") as file:
        memory, = (int(line.split()[1]) for line in file if line.startswith("RssAnon"))
    return memory, len(os.listdir(f"/proc/{walk.bridge.pid}/fd"))


class Walks(KernelTest):
    @rows({f"{policy}, seed {seed}": (policy, seed)
           for seed in (1, 2) for policy in ("assume", "reread", "keep")})
    def test_a_random_walk_agrees_with_the_rules(self, policy, seed):
        walk = Walk(self, policy, seed)
        walk.walk(common(walk), 80)
        self.assertGreater(walk.seq, 12)

    def test_a_soak_of_losses_stalls_and_kills_agrees_and_uses_no_more_in_the_end(self):
        steps = STEPS or 300
        walk = TroubledWalk(self, "assume", 2026)
        early = None
        for step in range(0, steps * 4 // 5, 100):
            signal.alarm(120)
            walk.walk(troubled(walk), 100)
            if step + 100 == (1000 if STEPS else 100):
                early = use(walk)
            if STEPS and step % 1000 == 0:
                print(f"{step + 100} steps, KiB and files {use(walk)}", flush=True)
        late = use(walk)
        self.assertLessEqual(late[0] - early[0], 64, "memory in KiB")
        self.assertEqual(late[1], early[1], "open files")
        for _ in range(steps // 500 or 2):
            signal.alarm(120)
            walk.walk(troubled(walk), 100 if STEPS else 20)
            walk.kill()
            walk.compare()
        if STEPS:
            print(f"{steps} steps agree; KiB and files at first {early}, in the end {late}")
