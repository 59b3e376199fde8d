"""No system call that fails makes the bridge lie, hang, or crash. `make check-faults` fails them all."""

import os
import signal

import faults
from case import KernelTest

FULL = os.environ.get("FAULTS") == "all"


class Faults(KernelTest):
    def test_a_call_that_fails_leaves_the_state_right_or_ends_the_bridge_honestly(self):
        device = self.device(name="Lid")
        defects = []
        rows = faults.table(lambda: self.bridge(device), device, self.command,
                            faults.ERRORS if FULL else faults.SHORT, 40 if FULL else 1)
        for call, number, error, outcome, failed in rows:
            signal.alarm(120)
            if FULL:
                print(f"{call:18} {number:3} {error:7} {outcome}{'' if failed else ' (not made)'}",
                      flush=True)
            if not outcome.startswith(("right", "exit")):
                defects.append((call, number, error, outcome))
        self.assertEqual(defects, [])
