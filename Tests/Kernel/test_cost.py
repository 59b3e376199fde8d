"""What a change costs: instructions and allocations, which repeat, and not time, which does not."""

import json
import os
import re

from bridge import wait_for
from case import KernelTest, rows

# Instructions for each change; `make cost` measures them anew.
FIGURES = os.path.join(os.path.dirname(__file__), "cost.json")
ALLOCATORS = {"malloc", "calloc", "realloc", "posix_memalign", "aligned_alloc", "free"}
CHANGES = 100


class Cost(KernelTest):
    @rows({"without a state file": ("none",), "with one": ("state",)})
    def test_a_change_allocates_nothing_and_costs_what_it_did(self, state):
        lid = self.device("SW_LID")
        log = self.path("callgrind")
        running = self.start(
            "--device", lid.node, "--focus", "none", "-q", "--state",
            state if state == "none" else self.path(state),
            before=("valgrind", "-q", "--tool=callgrind", "--dump-line=no",
                    "--toggle-collect=*LoopV4turn*", f"--callgrind-out-file={log}"))
        for number in range(CHANGES + 1):
            wait_for(lambda: len(running.out.lines()) > number, lambda: running.stderr(), 60)
            lid.set(1 - number % 2)
        self.assertEqual(running.stop(), 0)
        with open(log, encoding="utf-8") as file:
            text = file.read()
        instructions = int(re.search(r"^summary: (\d+)", text, re.MULTILINE)[1]) // CHANGES
        name = self.id().rpartition(": ")[2]
        print(f"cost: {json.dumps({name: instructions})}", flush=True)
        # One allocation in each would be some forty; the last turn, that of the signal, may have some.
        self.assertLess(spent_in_allocators(text) / CHANGES, 10)
        with open(FIGURES, encoding="utf-8") as file:
            figure = json.load(file)[name]
        self.assertGreater(instructions, figure / 2, "the loop's turn has another name")
        self.assertLess(instructions, 1.1 * figure, "more than 10 % above; `make cost` sets it anew")


def spent_in_allocators(text):
    """Instructions of the allocators themselves in what callgrind wrote.

    A function's own costs follow its name; a line after `calls` has those of the one it called.
    """
    names, current, is_call, spent = {}, None, False, 0
    for line in text.splitlines():
        if found := re.match(r"(c?)fn=\((\d+)\)(?: (.*))?$", line):
            # A name stands only the first time.
            names.setdefault(found[2], found[3])
            current = current if found[1] else names[found[2]]
        elif line.startswith("calls="):
            is_call = True
        elif found := re.match(r"[-+*]?\d* ?(\d+)$", line):
            spent += int(found[1]) if current in ALLOCATORS and not is_call else 0
            is_call = False
    return spent
