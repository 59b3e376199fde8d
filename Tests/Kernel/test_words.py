"""Which word a switch gives, which switches are corrected, and how a switch is named."""

from case import KernelTest, rows
from switches import CODES

TABLE = {
    "SW_FRONT_PROXIMITY": ("near", "far", True),
    "SW_LID": ("closed", "open", True),
    "SW_MACHINE_COVER": ("closed", "open", False),
    "SW_TABLET_MODE": ("tablet", "laptop", False),
    "SW_DOCK": ("docked", "undocked", False),
    "SW_KEYPAD_SLIDE": ("out", "in", False),
}
ROWS = {code: (code, *TABLE.get(code, ("on", "off", False))) for code in CODES}

SPELLINGS = ["SW_FRONT_PROXIMITY", "sw_front_proximity", "FRONT_PROXIMITY", "front-proximity",
             "Front_Proximity", "sw-front-proximity", "proximity", "Proximity"]

CUSTOM = {
    "--invert swaps on and off right at the input":
        (("--invert",), 0, ["near", "far"]),
    "--invert, on at the start":
        (("--invert",), 1, ["far", "near"]),
    "--words":
        (("--words", "shut,ajar"), 0, ["ajar", "shut"]),
    "--words and --invert":
        (("--words=shut,ajar", "--invert"), 0, ["shut", "ajar"]),
    "--words beyond ASCII":
        (("--words", "zu\u00e4,\u958b"), 0, ["\u958b", "zu\u00e4"]),
}


class Words(KernelTest):
    @rows(ROWS)
    def test_words_and_whether_it_is_corrected(self, code, on, off, covering):
        device = self.device(code)
        running = self.bridge(device, switch=code)
        self.assertEqual(running.lines(), [off])
        device.set(1)
        self.assertEqual(running.lines(), [on])
        running.focus("foreground\n")
        self.assertEqual(running.lines(), [off] if covering else [])
        self.assertEqual(running.state(), (off if covering else on) + "\n")

    @rows({code: (code, *words) for code, words in TABLE.items()})
    def test_the_first_line_is_already_right_S20_S21(self, code, on, off, _):
        self.assertEqual(self.bridge(self.device(code, on=[code]), switch=code).lines(), [on])
        self.assertEqual(self.bridge(self.device(code), "--state", "none", "--focus", "none",
                                     switch=code).lines(), [off])

    @rows(CUSTOM)
    def test(self, options, bit, words):
        device = self.device("SW_FRONT_PROXIMITY", on=["SW_FRONT_PROXIMITY"] * bit)
        running = self.bridge(device, *options)
        device.set(1 - bit)
        self.assertEqual(running.lines(), words)

    def test_inverted_the_doubt_is_about_the_other_value(self):
        device = self.device("SW_FRONT_PROXIMITY")
        running = self.bridge(device, "--invert")
        running.focus("fg\n")
        self.assertEqual(running.lines(), ["near", "far"])

    def test_every_spelling_names_the_switch(self):
        device = self.device("SW_LID", "SW_FRONT_PROXIMITY", on=["SW_FRONT_PROXIMITY"])
        for spelling in SPELLINGS:
            running = self.start("--device", device.node, "--switch", spelling, "--state", "none",
                                 "--focus", "none").ready()
            self.assertEqual(running.lines(), ["near"], spelling)
            running.close()

    def test_without_a_switch_the_first_of_the_list_is_taken(self):
        order = ["SW_FRONT_PROXIMITY", "SW_LID", "SW_TABLET_MODE", "SW_MACHINE_COVER"]
        for first in range(len(order)):
            device = self.device("SW_DOCK", *reversed(order[first:]))
            running = self.start("--device", device.node, "--state", "none", "--focus", "none",
                                 "--format", "json").ready()
            self.assertEqual(running.records()[0]["switch"], order[first])

    def test_auto_takes_the_lowest_number_that_has_the_switch(self):
        self.device("SW_DOCK", "SW_MACHINE_COVER")
        lid = self.device("SW_LID", on=["SW_LID"])
        self.device("SW_LID")
        for options, node in ((("--switch", "lid"), lid.node), ((), lid.node)):
            running = self.start("--device", "auto", *options, "--state", "none", "--focus", "none",
                                 "--format", "json").ready()
            record = running.records()[0]
            self.assertEqual((record["device"], record["state"]), (node, "closed"))

    def test_auto_without_a_switch_goes_by_the_list_before_the_number(self):
        self.device("SW_LID")
        sensor = self.device("SW_FRONT_PROXIMITY")
        running = self.start("--device", "auto", "--state", "none", "--focus", "none",
                             "--format", "json").ready()
        self.assertEqual(running.records()[0]["device"], sensor.node)

    def test_two_switches_on_one_node_do_not_disturb_each_other(self):
        device = self.device("SW_LID", "SW_TABLET_MODE")
        lid = self.bridge(device, switch="SW_LID")
        tablet = self.bridge(device, switch="SW_TABLET_MODE")
        device.set(1, "SW_TABLET_MODE")
        device.set(1, "SW_LID")
        device.set(0, "SW_TABLET_MODE")
        self.assertEqual(lid.lines(), ["open", "closed"])
        self.assertEqual(tablet.lines(), ["laptop", "tablet", "laptop"])
        self.assertEqual((lid.state(), tablet.state()), ("closed\n", "laptop\n"))
