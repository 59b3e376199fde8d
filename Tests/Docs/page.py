"""The manual page as it is read."""

import collections
import re
import subprocess

WIDTHS = (60, 80, 132)


class Page:
    """The page in its source, rendered, and cut into sections."""

    def __init__(self, source, rendered, environment):
        with open(source) as text, open(rendered, "w") as page:
            subprocess.run(["scdoc"], stdin=text, stdout=page, check=True, timeout=10)
        self.warnings = []
        for width in WIDTHS:
            shown = self.man(rendered, environment, width, "--warnings", "-E", "UTF-8", "-Tutf8",
                             "-Z")
            self.warnings += shown.stderr.splitlines()
        # Without what stands bold or underlined, and with no word cut at the end of a line.
        shown = self.man(rendered, environment, 1000, "--nh", "--nj")
        self.text = re.sub(r".\x08", "", shown.stdout)
        parts = re.split(r"^([A-Z][A-Z ]+)$", self.text, flags=re.MULTILINE)
        self.sections = collections.defaultdict(str, zip(parts[1::2], parts[2::2]))

    @staticmethod
    def man(page, environment, width, *options):
        return subprocess.run(["man", *options, "-l", page], capture_output=True, text=True,
                              env={**environment, "MANWIDTH": str(width)}, check=True, timeout=10)

    def terms(self, section):
        """What a section explains, a heading and its text, as a dictionary."""
        entries = re.split(r"^ {7}(?=\S)", self.sections[section], flags=re.MULTILINE)
        pairs = (entry.split("\n", 1) for entry in entries[1:])
        return {pair[0]: pair[1] for pair in pairs if len(pair) == 2 and pair[1].startswith(" ")}

    def options(self):
        """The options explained, as the program tells them: letter, and whether with a value."""
        headings = [re.match(r"(?:(-\w), )?(--[a-z-]+)( \S+)?$", term)
                    for term in self.terms("OPTIONS")]
        return {found[2]: (found[1], bool(found[3])) for found in headings if found}
