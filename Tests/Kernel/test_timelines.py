"""Real cases, from bug reports and recordings, as time-lines: adding a case is adding a row.

Steps are played in the order of their seconds, without waiting the seconds out; at the same second
focus messages go before events.

    focus  seconds=message
    ev     seconds=value of the watched switch. With a letter after it: `!` lost, another process
           holds a grab; `w` written into the node by another program; `o` the last of so many
           changes that the frozen bridge's queue overflows. `k`: keys, axes and the other switches
           of the device move. `r`: SIGUSR1, read the switch again.
    want   seconds=state, and it holds until the next one: N on (near, closed), F off (far, open)
           measured, C off assumed (the switch says on), U unknown
"""

import signal

from case import KernelTest, rows
from switches import ABS_X, EV_ABS, EV_KEY, EV_MSC, EV_SW, EV_SYN, KEY_POWER, MSC_RAW

LID, TABLET, NEAR = "SW_LID", "SW_TABLET_MODE", "SW_FRONT_PROXIMITY"
ASSUME, REREAD, KEEP = (("--on-foreground", policy) for policy in ("assume", "reread", "keep"))


def line(dev, start, focus="", ev="", want="", options=(), also=(), name="Test Switch"):
    return (dev, start, focus, ev, want, options, also, name)


CASES = {
    "iOS: uncovered behind a grab, found at the entry":
        line(NEAR, 0, "0=fg 2=bg 4=fg", "1=1 3=0!", "0=F 1=N 4=F"),
    "iOS: the kernel's bit stays near":
        line(NEAR, 0, "0=fg 2=bg 4=fg", "1=1", "0=F 1=N 4=C"),
    "iOS: the doubt ends at the next change":
        line(NEAR, 0, "0=fg 2=bg 4=fg", "1=1 5=0 6=1", "0=F 1=N 4=C 5=F 6=N"),
    "iOS: reread finds what a grab hid":
        line(NEAR, 0, "0=fg 2=bg 4=fg", "1=1 3=0!", "0=F 1=N 4=F", REREAD),
    "iOS: reread believes a bit that stays on":
        line(NEAR, 0, "0=fg 2=bg 4=fg", "1=1", "0=F 1=N", REREAD),
    "iOS: keep is as wrong as a plain reader until SIGUSR1":
        line(NEAR, 0, "0=fg 2=bg 4=fg", "1=1 3=0! 5=r", "0=F 1=N 5=F", KEEP),
    "a near that a grab hid before the entry is not believed":
        line(NEAR, 0, "0=bg 2=fg", "1=1!", "0=F 2=C"),
    "an overflow in the foreground is a change":
        line(NEAR, 0, "0=bg 2=fg", "1=1 3=1o", "0=F 1=N 2=C 3=N"),
    "a doubt survives the background":
        line(NEAR, 1, "1=fg 2=bg 3=reset 4=bg", "5=0 6=1", "0=N 1=C 5=F 6=N"),
    "starting in the foreground is entering it":
        line(NEAR, 1, "1=fg 2=bg", "3=0 4=1", "0=C 3=F 4=N", ("--initial-focus", "foreground")),
    "starting in the background, then entering":
        line(NEAR, 1, "1=fg", "", "0=N 1=C", ("--initial-focus", "background")),
    "S01 Surface 3 boots closed":
        line(LID, 1, "0=bg 5=fg 60=bg", "", "0=N 5=C", name="Lid Switch"),
    "S02 Surface Pro 1 never says open":
        line(LID, 0, "0=fg 9=bg 41=fg", "10=1 80=0 90=1", "0=F 10=N 41=C 80=F 90=N"),
    "S04 clamshell that is a docked tablet":
        line(TABLET, 1, "0=bg 2=fg", "3=k 4=k", "0=N", (), ("SW_DOCK",), "HP WMI hotkeys"),
    "S04 the same with assume":
        line(TABLET, 1, "0=bg 2=fg", "3=k 4=k", "0=N 2=C", ASSUME, ("SW_DOCK",), "HP WMI hotkeys"),
    "S08 the bit means the opposite and starts wrong":
        line(LID, 1, "0=bg 22=fg", "20=0 25=1", "0=F 20=N 22=C 25=F", ("--invert",), name="hall"),
    "S11 the driver makes up an open":
        line(LID, 0, "20=fg", "10=1 30=0 30.001=1", "0=F 10=N 20=C 30=F 30.001=N"),
    "S16 not far before the sensor is up, not even in the foreground":
        line(NEAR, 0, "1=disable 2=fg 3=enable", "", "0=F 1=U 3=F"),
    "S17 no reading is unknown, never near":
        line(NEAR, 1, "1=disable 2=bg 3=reset", "4=0 5=1 6=r", "0=N 1=U"),
    "S27 open not seen after resume":
        line(LID, 0, "0=fg 10.5=bg 51=fg", "10=1 72=0", "0=F 10=N 51=C 72=F"),
    "S30 closed for a second after waking":
        line(LID, 0, "0=fg 5.1=bg 30=fg", "5=1 31.2=0", "0=F 5=N 30=C 31.2=F"),
    "S33 ghost close and open":
        line(LID, 0, "0=fg", "5=1 5.02=0 5.03=1 5.05=0", "0=F 5=N 5.02=F 5.03=N 5.05=F"),
    "S36 someone else writes open into the node":
        line(LID, 0, "0=fg", "0=1 2=0w 60=1", "0=N 2=F 60=N"),
    "S43 the opening is lost to an overflow":
        line(LID, 1, "0=bg", "5=0o", "0=N 5=F"),
    "S46 unblanked by hand while the sensor says closed":
        line(LID, 1, "10=fg", "20=0 25=1", "0=N 10=C 20=F 25=N"),
    "S47 late open":
        line(LID, 1, "10=fg", "20=0", "0=N 10=C 20=F"),
    "S48 a remapper grabs the lid node":
        line(LID, 0, "0=fg", "5=1!", "0=F", name="Apple SMC power/lid events"),
    "S50 one node for volume keys and lid":
        line(LID, 0, "1.5=fg", "1=k 2=1 2.5=k 3=0", "0=F 2=N 3=F", name="gpio-keys"),
    "S56 the queue overflows":
        line(LID, 0, "0=fg", "5=1o", "0=F 5=N"),
    "S62 tablet mode flickers":
        line(TABLET, 0, "0.5=fg", "0=1 0.9=0 1.2=1 1.9=0 2.1=1 2.8=0",
             "0=N 0.5=C 0.9=F 1.2=N 1.9=F 2.1=N 2.8=F", ASSUME),
    "S66 stuck in covered after a while":
        line(NEAR, 0, "0=bg 4000=fg 4300=bg 4400=fg", "3600=1", "0=F 3600=N 4000=C"),
    "S67 reset unsticks, in the foreground":
        line(NEAR, 0, "0=fg 2=reset 6=reset", "1=1 3=0 4=1", "0=F 1=N 2=C 3=F 4=N 6=C"),
    "S67 reset unsticks, focus unknown":
        line(NEAR, 1, "2=reset", "3=0 4=1", "0=N 2=C 3=F 4=N"),
    "S67 reset unsticks a reread switch as well":
        line(TABLET, 1, "2=reset", "3=0 4=1", "0=N 2=C 3=F 4=N"),
    "S67 reset cannot change what keep says":
        line(NEAR, 1, "2=reset", "", "0=N", KEEP),
    "S68 black for the whole call":
        line(NEAR, 1, "2=fg", "", "0=N 2=C"),
    "S71 the screen stays dark after the call":
        line(NEAR, 0, "0=fg 59=bg 60.5=fg", "10=1", "0=F 10=N 60.5=C"),
    "S71 the same, the far edge lost to a grab":
        line(NEAR, 0, "0=fg 59=bg 60.5=fg", "10=1 60=0!", "0=F 10=N 60.5=F"),
    "S73 a repeated foreground hides no ear":
        line(NEAR, 0, "0=fg 5=fg 12=fg 20=fg", "10=1", "0=F 10=N"),
    "S87 other event types on a lid node":
        line(LID, 0, "2=fg", "1=k 3=k 4=1 5=k 6=0 7=k", "0=F 4=N 6=F", (), ("SW_DOCK",)),
    "disabled and enabled with the same value is no change":
        line(NEAR, 1, "1=fg 2=disable 3=enable", "", "0=N 1=C 2=U 3=C"),
    "disabled, and another value when enabled: a change":
        line(NEAR, 0, "1=disable 3=enable", "2=1", "0=F 1=U 3=N"),
    "disabled, another value, but an entry meanwhile wins":
        line(NEAR, 0, "1=disable 3=fg 4=enable", "2=1", "0=F 1=U 4=C"),
}


class Timelines(KernelTest):
    @rows(CASES)
    def test(self, dev, start, focus, ev, want, options, also, name):
        self.device_ = self.device(dev, *also, on=(dev, *also) if start else (), name=name,
                                   keys=(KEY_POWER,), misc=(MSC_RAW,), axes=(ABS_X,))
        self.also, self.value = also, start
        self.running = self.bridge(self.device_, "--format", "json", *options)
        steps = [(second, 0, what) for second, what in parsed(focus)]
        steps += [(second, 1, what) for second, what in parsed(ev)]
        wanted = dict(parsed(want))
        moments = sorted({0.0, *wanted, *(second for second, _, _ in steps)})
        last = expected = None
        for moment in moments:
            for _, kind, what in (step for step in steps if step[0] == moment):
                (self.play_event if kind else self.play_focus)(what)
            expected = wanted.get(moment, expected)
            records = self.running.records()
            last = records[-1] if records else last
            self.assertEqual(letter(last, dev), expected, f"at {moment:g} s, {last}")

    def play_focus(self, message):
        self.running.focus(message + "\n")

    def play_event(self, what):
        if what == "k":
            self.device_.send((EV_KEY, KEY_POWER, 1), (EV_ABS, ABS_X, 7), (EV_MSC, MSC_RAW, 9),
                              (EV_SYN, 0, 0))
            self.device_.send((EV_KEY, KEY_POWER, 0), (EV_ABS, ABS_X, 8), (EV_SYN, 0, 0))
            for switch in self.also:
                self.device_.set(0, switch)
                self.device_.set(1, switch)
        elif what == "r":
            self.running.signal(signal.SIGUSR1)
        else:
            before, self.value = self.value, int(what[0])
            {"": self.change, "!": self.lost, "w": self.written,
             "o": self.overflow}[what[1:]](before, self.value)
        self.running.settle()

    def change(self, _, value):
        self.device_.set(value)

    def lost(self, _, value):
        self.lose(self.device_, value)

    def written(self, _, value):
        self.client(self.device_).write(value)

    def overflow(self, before, value):
        self.running.freeze()
        for _ in range(100 + (before != value)):
            before ^= 1
            self.device_.send((EV_SW, self.device_.codes[0], before), (EV_SYN, 0, 0))
        self.assertEqual(before, value)
        self.running.thaw()


def parsed(text):
    return [(float(second), what) for second, what in (item.split("=") for item in text.split())]


def letter(record, dev):
    """The record's state as a letter of the table."""
    on = {LID: "closed", TABLET: "tablet", NEAR: "near"}[dev]
    if record["basis"] == "none":
        return "U" if record["state"] == record["reported"] == "unknown" else "?"
    if record["basis"] == "assumed":
        return "C" if record["state"] != on and record["reported"] == on else "?"
    if record["state"] != record["reported"]:
        return "?"
    return "N" if record["state"] == on else "F"
