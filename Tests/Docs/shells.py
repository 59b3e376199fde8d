"""Completion as the shells themselves do it: a line goes in, what they offer comes out."""

import os
import pty
import re
import select
import subprocess
import termios
import time

DEADLINE = 60.0


class Terminal:
    """A shell at a terminal, which is asked to put all that it offers into the line.

    In it the command is a function that prints the words it is given, so that they come back taken
    apart by the shell. Asking `command` goes around the function.
    """

    def __init__(self, argv, setup, key, environment):
        self.key = key
        self.data = b""
        child, self.fd = pty.fork()
        if child == 0:
            os.execvpe(argv[0], argv, environment)
        settings = termios.tcgetattr(self.fd)
        settings[3] &= ~termios.ECHO
        termios.tcsetattr(self.fd, termios.TCSANOW, settings)
        # The mark is taken apart, so that the line which is typed is not taken for its output.
        function = "proxbridge() { printf '<%s>\\n' \"$@\"; printf '%s\\n' 'E''ND'; }"
        for line in (*setup, function, "proxbridge"):
            self.send(line + "\n")
        self.receive()

    def send(self, text):
        os.write(self.fd, text.encode())

    def receive(self):
        """What comes until the end mark."""
        end = time.monotonic() + DEADLINE
        while b"END\r\n" not in self.data:
            left = end - time.monotonic()
            if left <= 0 or not select.select([self.fd], [], [], left)[0]:
                raise TimeoutError(f"the shell is silent: {self.data[-300:]!r}")
            self.data += os.read(self.fd, 1 << 16)
        text, self.data = self.data.split(b"END\r\n", 1)
        return text.decode(errors="replace")

    def offers(self, line):
        """The words that are offered in place of the last one of a line; itself if none are."""
        self.send(line + self.key + "\n")
        # The line as typed comes back too, but in it no word stands in brackets.
        found = re.findall(r"^<(.*)>\r$", self.receive(), re.MULTILINE)
        kept = len(line.split(" ")) - 2
        return {word for word in found[kept:] if word}

    def close(self):
        os.close(self.fd)
        os.wait()


class Bash(Terminal):
    """Bash, in which the key of `insert-completions` does what is wanted."""

    def __init__(self, files, environment):
        setup = ("PS1=", "bind 'set bell-style none'", "bind 'set enable-bracketed-paste off'",
                 f"source {files}/proxbridge.bash")
        super().__init__(["bash", "--norc", "--noprofile", "-i"], setup, "\x1b*", environment)

    def options_with_values(self, commands):
        """The options that are offered with a mark behind which their value goes."""
        lines = ("proxbridge --", *(f"proxbridge {command} --" for command in commands))
        return {offer[:-1] for line in lines for offer in self.offers(line) if offer[-1] == "="}


class Zsh(Terminal):
    """Zsh, with the completer that zshcompsys(1) describes for the same."""

    def __init__(self, files, environment):
        setup = ("PS1=", "unsetopt beep prompt_sp prompt_cr; unset zle_bracketed_paste",
                 f"fpath=({files} $fpath)", "autoload -Uz compinit", "compinit -u -D",
                 "zstyle ':completion:*' completer _all_matches _complete",
                 "zstyle ':completion:*' insert true", "bindkey -e",
                 "bindkey '^Xa' complete-word")
        super().__init__(["zsh", "-f", "-i"], setup, "\x18a", environment)
        self.file = f"{files}/_proxbridge"

    def options_with_values(self, commands):
        """By the source: the mark is gone from what is put into the line."""
        with open(self.file) as file:
            return set(re.findall(r"(--[a-z-]+)=[\[}]", file.read()))


class Fish:
    """Fish, which answers the question as a command."""

    def __init__(self, files, environment):
        self.files, self.environment = files, environment

    def run(self, script):
        command = ["fish", "--no-config", "-c", f"source {self.files}/proxbridge.fish; {script}"]
        done = subprocess.run(command, env=self.environment, capture_output=True, text=True,
                              timeout=DEADLINE, check=True)
        if done.stderr:
            raise RuntimeError(f"fish says: {done.stderr}")
        return done.stdout

    def offers(self, line):
        return {offer.split("\t")[0] for offer in self.run(f"complete -C '{line}'").splitlines()}

    def options_with_values(self, commands):
        """By the source: what fish tells of itself does not tell all."""
        with open(f"{self.files}/proxbridge.fish") as file:
            return {f"--{name}" for name in re.findall(r" -l (\S+) -[rx] ", file.read())}

    def close(self):
        pass
