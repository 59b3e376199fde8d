"""The command line: what is refused with status 2, and the GNU conventions that are kept."""

from case import KernelTest, rows

RUN = ("--device", "/dev/input/event0")
REFUSED = {
    "no device": ((), "--device"),
    "an unknown option": ((*RUN, "--nosuch"), "--nosuch"),
    "an unknown short option": ((*RUN, "-x"), "x"),
    "an option without its value": (("--device",), "--device"),
    "a short option without its value": (("-d",), "d"),
    "a value for an option that takes none": ((*RUN, "--quiet=yes"), "--quiet"),
    "an ambiguous abbreviation": ((*RUN, "--s=none"), "--s"),
    "a word too many": ((*RUN, "surplus"), "surplus"),
    "an unknown command": (("explode",), "explode"),
    "an unknown switch name": ((*RUN, "--switch", "lidd"), "lidd"),
    "an empty switch name": ((*RUN, "--switch", ""), ""),
    "an unknown format": ((*RUN, "--format", "xml"), "xml"),
    "an unknown state format": ((*RUN, "--state-format", "waybar"), "waybar"),
    "an unknown policy": ((*RUN, "--on-foreground", "never"), "never"),
    "an unknown initial focus": ((*RUN, "--initial-focus", "fg?"), "fg?"),
    "one word for two": ((*RUN, "--words", "near"), "near"),
    "three words": ((*RUN, "--words", "a,b,c"), "a,b,c"),
    "a word with a space": ((*RUN, "--words", "a b,c"), "a b,c"),
    "an empty word": ((*RUN, "--words", ",c"), ",c"),
    "a word with a newline": ((*RUN, "--words", "a\n,c"), "a"),
    "the reserved word": ((*RUN, "--words", "on,unknown"), "unknown"),
    "the same word twice": ((*RUN, "--words", "on,on"), "on,on"),
    "a focus mode that is no number": ((*RUN, "--focus-mode", "rw"), "rw"),
    "a focus mode that lets others write": ((*RUN, "--focus-mode", "0622"), "0622"),
    "a focus mode out of range": ((*RUN, "--focus-mode", "17777"), "17777"),
    "one file for two": ((*RUN, "--state", "/dev/shm/x", "--focus", "/dev/shm/x"), "/dev/shm/x"),
    "list with a word": (("list", "all"), "all"),
    "list with another's option": (("list", "--invert"), "--invert"),
    "state with an unknown format": (("state", "--format", "yaml"), "yaml"),
    "state of an unknown switch": (("state", "--switch", "door"), "door"),
    "focus without a word": (("focus",), "word"),
    "focus with another word": (("focus", "middle"), "middle"),
    "focus with two words": (("focus", "fg", "bg"), "bg"),
    "replay without a recording": (("replay",), "recording"),
    "replay with two": (("replay", "a", "b"), "b"),
    "replay with a device": (("replay", "a", "--device", "x"), "--device"),
    "replay of its own state file": (("replay", "/dev/shm/x", "--state", "/dev/shm/x"), "/dev/shm/x"),
    "replay of one file twice": (("replay", "/dev/shm/x", "--focus", "/dev/shm/x"), "/dev/shm/x"),
    "a table of what happens now": ((*RUN, "--format", "table"), "table"),
    "doctor of something": (("doctor", "lid"), "lid"),
    "the bridge with --test-grab": ((*RUN, "--test-grab"), "--test-grab"),
    "--follow with --is": (("state", "--follow", "--is", "open"), "--follow"),
    "the bridge with --follow": ((*RUN, "--follow"), "--follow"),
}
SPELLINGS = {
    "long, apart": ("--device", "@", "--state", "none", "--focus", "none"),
    "long, together": ("--device=@", "--state=none", "--focus=none"),
    "abbreviated": ("--dev", "@", "--state=none", "--focus=none", "--inv"),
    "short, apart": ("-d", "@", "-o", "none", "-f", "none"),
    "short, together": ("-d@", "-onone", "-fnone"),
    "short, bundled": ("-qd", "@", "-onone", "-fnone", "-s", "lid"),
    "with --": ("-d@", "-onone", "-fnone", "--"),
    "the last one counts": ("-d", "/dev/null", "-d@", "-onone", "-fnone"),
}


class Usage(KernelTest):
    @rows(REFUSED)
    def test_refused(self, arguments, offending):
        process = self.command(*arguments)
        said = process.stderr().splitlines()
        self.assertEqual(process.child.returncode, 2, said)
        self.assertEqual(process.stdout(), "")
        self.assertEqual(len(said), 2, said)
        self.assertRegex(said[0], r"\Aproxbridge: .")
        self.assertIn(offending, said[0])
        self.assertEqual(said[1], "Try 'proxbridge --help' for more information.")

    @rows({name: (arguments,) for name, arguments in SPELLINGS.items()})
    def test_accepted(self, arguments):
        lid = self.device("SW_LID", on=["SW_LID"])
        running = self.start(*(word.replace("@", lid.node) for word in arguments)).ready()
        self.assertEqual(running.lines(), ["open" if "--inv" in arguments else "closed"])

    def test_help_and_version_go_to_standard_output(self):
        for option in ("--help", "-h", "--version", "-V", "--he"):
            process = self.command(option)
            self.assertEqual((process.child.returncode, process.stderr()), (0, ""), option)
            self.assertIn("proxbridge", process.stdout())
        self.assertIn("--on-foreground", self.command("--help").stdout())
        self.assertRegex(self.command("--version").stdout(), r"\Aproxbridge \d+\.\d+.*\n\Z")

    def test_what_could_not_be_printed_is_an_error(self):
        for arguments in (("--help",), ("list", "--json"), ("state",)):
            with open("/dev/full", "wb") as full:
                process = self.command(*arguments, stdout=full)
            self.assertEqual(process.child.returncode, 1, arguments)
            self.assertIn("No space left on device", process.stderr())

    def test_one_line_at_start_says_what_is_watched_and_q_drops_it(self):
        lid = self.device("SW_LID", name="Lid of the test")
        running = self.bridge(lid)
        said = running.stderr()
        self.assertRegex(said, r"\Aproxbridge: [^\n]+\n\Z")
        for text in (lid.node, running.state_path, running.focus_path):
            self.assertIn(text, said)
        running.stop()
        quiet = self.bridge(lid, "-q")
        self.assertEqual(quiet.stop(), 0)
        self.assertEqual(quiet.stderr(), "")
