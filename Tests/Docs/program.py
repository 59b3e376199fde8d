"""What the program itself says about its options, commands and words."""

import functools
import json
import re
import string
import subprocess
import sys


class Program:
    """The built program, in a runtime folder where no bridge runs."""

    def __init__(self, path, environment):
        self.path, self.environment = path, environment
        self.help = self.ask("--help").stdout
        self.options = self.find_options()
        self.commands = re.findall(r"^ +proxbridge (\w+)", self.help, re.MULTILINE)
        statuses = self.help[self.help.index("Exit status:"):]
        self.statuses = re.findall(r"\b(\d) [a-z]", statuses)
        # In their order in the help: `foreground (fg)`.
        short = dict(re.findall(r"(\w+)\s+\((\w+)\)", self.help))
        words = self.listed(self.ask("focus", "nonsense").stderr)
        self.messages = words + [short[word] for word in words if word in short]
        self.switches = self.listed(self.ask("state", "--switch", "nonsense").stderr)
        self.keys = list(json.loads(self.ask("state", "--json").stdout))

    @functools.cache
    def ask(self, *arguments):
        return subprocess.run([self.path, *arguments], env=self.environment, timeout=10, text=True,
                              stdin=subprocess.DEVNULL, capture_output=True, check=False)

    @staticmethod
    def listed(message):
        """What an error offers instead: `... it is one of lid, dock`."""
        found = re.search(r"it is one of (.*)", message)
        if not found:
            sys.exit(f"docs: the program no longer lists what it takes: {message}")
        return found.group(1).split(", ")

    def find_options(self):
        """All options, by long name: its letter or nothing, and whether it takes a value.

        The names are those of which getopt says that a first letter could mean them, so that one
        which the help forgot is found too.
        """
        names = set()
        for letter in string.ascii_lowercase:
            for text in (f"--{letter}", f"--{letter}=x"):
                message = self.ask(text).stderr.splitlines()
                if message and "unrecognized" not in message[0]:
                    names |= set(re.findall(r"'(--[a-z-]{2,})'", message[0]))
        letters = {long: letter for letter, long in
                   re.findall(r"^  (-\w), (--[a-z-]+)", self.help, re.MULTILINE)}
        return {name: (letters.get(name), "doesn't allow" not in self.ask(f"{name}=x").stderr)
                for name in names}

    def goes(self, option, command):
        """Whether an option goes with a command, the name run being that of none."""
        if option in ("--help", "--version"):
            return True
        text = f"{option}=x" if self.options[option][1] else option
        # Nothing is done: too many operands, or no device.
        arguments = [text] if command == "run" else [command, text, "x", "x"]
        return "does not go with" not in self.ask(*arguments).stderr

    def choices(self, option, command):
        """The values that an option can have with a command, if they are words of a list."""
        before = ["--device=/dev/null"] if command == "run" else [command]
        after = ["/dev/null/no-such-recording"] if command == "replay" else []
        offered = self.listed(self.ask(*before, f"{option}=nonsense", *after).stderr)
        return {value for value in offered
                if "invalid" not in self.ask(*before, f"{option}={value}", *after).stderr}

    def words(self, switch):
        """The words of a switch."""
        return self.listed(self.ask("state", "--switch", switch, "--is", "no-word-at-all").stderr)

    def knows(self, switch):
        return self.ask("state", "--switch", switch, "--is", "unknown").returncode != 2
