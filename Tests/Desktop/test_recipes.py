"""README's recipes do what they are for, each with the programs it names."""

import json
import os
import re
import signal

from bridge import Bridge, Process
from case import PROGRAM, rows
from desktop import DesktopTest, find_process, line, recipe

APP = "org.example.App-1"
OTHER = 'other "quoted"\\ $(touch x) é'


class FocusOf(DesktopTest):
    def setUp(self):
        super().setUp()
        self.sensor = self.switch("SW_FRONT_PROXIMITY")

    def test_covered_while_another_window_had_the_focus_and_back(self):
        self.sway(line("exec proxbridge"), line("focus-of").replace("APP_ID", APP))
        self.state_is("far")
        self.window(APP)
        self.says(focus="foreground", state="far")
        self.window(OTHER)
        self.says(focus="background")
        self.sensor.set(1)
        self.state_is("near")
        self.swaymsg(f'[app_id="{APP}"]', "focus")
        self.state_is("far")
        self.says(focus="foreground", reported="near", basis="assumed")
        self.sensor.set(0)
        self.sensor.set(1)
        self.state_is("near")

    def test_an_empty_workspace_a_closed_window_and_the_end_of_sway_are_the_background(self):
        self.sway(line("exec proxbridge"), line("focus-of").replace("APP_ID", APP))
        self.state_is("far")
        window = self.window(APP)
        self.says(focus="foreground")
        self.swaymsg("workspace", "2")
        self.says(focus="background")
        self.swaymsg("workspace", "1")
        self.says(focus="foreground")
        window.close()
        self.says(focus="background")
        self.window(APP)
        self.says(focus="foreground")
        self.swaymsg("exit")
        self.says(focus="background")

    def test_a_window_that_had_the_focus_before_the_script_began_counts(self):
        self.sway(line("exec proxbridge"))
        self.state_is("far")
        self.window(APP)
        self.call("proxbridge", "focus", "background")
        self.says(focus="background")
        self.process(self.path("bin", "focus-of"), APP)
        self.says(focus="foreground")


class Idle(DesktopTest):
    def test_covered_while_nobody_was_there_and_back(self):
        sensor = self.switch("SW_FRONT_PROXIMITY")
        self.sway(line("exec proxbridge"), line("swayidle").replace("300", "3"))
        self.state_is("far")
        self.says(focus="background")
        sensor.set(1)
        self.state_is("near")
        self.swaymsg("seat", "-", "cursor", "move", "10", "10")
        self.state_is("far")
        self.says(reported="near", basis="assumed")

    def test_a_laptop_used_shut_stays_closed(self):
        lid = self.switch("SW_LID", on=["SW_LID"])
        self.sway(line("exec proxbridge") + " --on-foreground reread")
        self.state_is("closed", "lid")
        for word in ("background", "foreground"):
            self.call("proxbridge", "focus", word)
            self.says(focus=word, state="closed")
        self.lose(lid, 0)
        self.call("proxbridge", "focus", "background")
        self.call("proxbridge", "focus", "foreground")
        self.state_is("open", "lid")


class DarkWhenNear(DesktopTest):
    """A screen that is none cannot go dark: sway's log tells that it was asked to."""

    def screen_is(self, power):
        def last():
            return re.findall(r"Turning (on|off) output", open(self.log).read())[-1]
        self.soon(lambda: last() == power, lambda: f"screen {power}")

    @rows({"bridge": (lambda test: test.bridge_pid(),),
           "follower": (lambda test: find_process("proxbridge state"),)})
    def test_the_screen_is_off_only_while_near_and_on_after_the_death_of_the(self, process):
        sensor = self.switch("SW_FRONT_PROXIMITY")
        self.sway(line("exec proxbridge"), line("dark-when-near"))
        self.state_is("far")
        for value, power in ((1, "off"), (0, "on"), (1, "off")):
            sensor.set(value)
            self.screen_is(power)
        os.kill(process(self), signal.SIGKILL)
        self.screen_is("on")


class Words(DesktopTest):
    @rows({"dash": ("dash",), "bash": ("bash",)})
    def test_each_word_is_read_from_the_folder_by(self, shell):
        lid = self.switch("SW_LID")
        running = self.bridge(lid, **self.user)
        loop = self.process(shell, self.path("bin", "lid-words"))
        said = []
        for step, word in ((None, "open"), (1, "closed"), (0, "open"), (None, "unknown")):
            if word == "unknown":
                running.stop()
            elif step is not None:
                lid.set(step)
            said.append(word)
            self.soon(lambda: loop.out.lines() == said, lambda: f"{said}; {loop.out.lines()}")


class Sleep(DesktopTest):
    def setUp(self):
        super().setUp()
        self.waiting, writer = os.pipe()
        self.addCleanup(os.close, self.waiting)
        self.addCleanup(os.close, writer)

    def test_the_switch_is_read_after_sleep_and_no_other_process_is_hurt(self):
        hook = self.install("hook", recipe("# /usr/lib/systemd/system-sleep/proxbridge:"))
        lid = self.device("SW_LID", on=["SW_LID"])
        running = self.bridge(lid, "--format", "json")
        follower = Bridge([PROGRAM, "state", "--follow"], self.environment(), self.directory,
                          self.directory)
        bystander = Process(["sh", "-c", "read -r _; : proxbridge --device auto"],
                            self.environment(), self.directory, stdin=self.waiting)
        self.addCleanup(follower.close)
        self.addCleanup(bystander.close)
        follower.ready()
        self.lose(lid, 0)
        running.lines()
        self.run_hook(hook, "pre")
        self.assertEqual(running.records(), [])
        self.run_hook(hook, "post")
        self.assertEqual([(r["state"], r["reason"]) for r in running.records()],
                         [("open", "reading")])
        self.soon(lambda: follower.out.lines() == ["closed", "open"], "the follower to live on")
        self.assertFalse(bystander.ended())
        running.stop()
        self.run_hook(hook, "post")

    def run_hook(self, hook, when):
        process = Process([hook, when, "suspend"], self.environment(), self.directory)
        self.addCleanup(process.close)
        self.assertEqual((process.status(), process.stderr()), (0, ""))


class Waybar(DesktopTest):
    def test_it_follows_the_switch(self):
        config = recipe("custom/lid")
        module = json.loads(config)["custom/lid"]
        self.assertEqual(module["return-type"], "json")
        lid = self.switch("SW_LID")
        self.sway(line("exec proxbridge"))
        self.state_is("open", "lid")
        output = self.process("sh", "-c", module["exec"]).out
        for step, state in enumerate(("open", "closed"), 1):
            lid.set(step - 1)
            self.soon(lambda: len(output.lines()) == step, lambda: output.lines())
            said = json.loads(output.lines()[-1])
            self.assertEqual((said["text"], said["class"]), (state, [state, "measured"]))
        with open(self.path("waybar"), "w") as file:
            file.write(config)
        bar = self.process("waybar", "-c", self.path("waybar"))
        # Without a text the bar is a pixel high, and a line that it cannot read gives it none.
        self.soon(lambda: re.search(r"Bar configured .*height: \d\d", bar.stdout() + bar.stderr()),
                  lambda: bar.stdout() + bar.stderr())
