"""No system call that fails makes the bridge lie, hang, or crash. `make check-faults` fails them all."""

import collections
import os
import signal

from case import KernelTest
from faults import Faults

FULL = os.environ.get("FAULTS") == "all"


class FailingCalls(KernelTest):
    def test_a_call_that_fails_leaves_the_state_right_or_ends_the_bridge_honestly(self):
        defects, counts = [], collections.Counter()
        faults = Faults(self)
        for *row, outcome, made in faults.table() if FULL else faults.extract():
            signal.alarm(120)
            counts[outcome if made else "not made"] += 1
            if FULL:
                act, call, number, error = row
                note = "" if made else " (not made)"
                print(f"{act:22} {call:18} {number:3} {error:7} {outcome}{note}", flush=True)
            if not outcome.startswith(("right", "exit")):
                defects.append((*row, outcome))
        if FULL:
            print(", ".join(f"{outcome}: {count}" for outcome, count in counts.most_common()))
        self.assertEqual(defects, [])
