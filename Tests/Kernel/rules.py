"""The tracker's rules, stated naively: the specification's section 3 sentence by sentence.

Times are whole microseconds on CLOCK_MONOTONIC. Nothing here knows how the program does it.
"""

NEVER = -1


class Rules:
    def __init__(self, policy, words=("near", "far"), focus="unknown"):
        self.policy, self.words = policy, words
        self.reported = None
        self.known_at = self.read_at = NEVER
        self.changed_at = self.doubted_at = None
        self.focus, self.newest_at = focus, NEVER
        self.present = self.monitoring = True

    @property
    def watching(self):
        return self.present and self.monitoring

    def event(self, on, at, now):
        """The kernel delivers changes only, so an event is a change whatever its value."""
        if not self.watching:
            return
        at = min(at, now)
        self.changed_at = later(self.changed_at, at)
        if at >= self.read_at:
            self.reported = on
            self.known_at = later(self.known_at, at)

    def reading(self, on, now):
        """One that differs shows that a change was missed, some time after what was last known."""
        if not self.watching:
            return
        if self.reported is not None and on != self.reported:
            self.changed_at = later(self.changed_at, self.known_at + 1)
        self.reported = on
        self.known_at = later(self.known_at, now)
        self.read_at = later(self.read_at, now)

    def overflow(self, on, at, now):
        """With the mask in force only this switch can have filled the queue: a change."""
        if not self.watching:
            return
        self.changed_at = later(self.changed_at, min(at, now))
        self.reported = on
        self.known_at = later(self.known_at, now)
        self.read_at = later(self.read_at, now)

    def message(self, word, at, now, bit):
        """A focus message; `bit` is what a reading of the switch would give now."""
        at = min(at, now)
        late = at < self.newest_at
        self.newest_at = later(self.newest_at, at)
        if word == "background" and not late:
            self.focus = "background"
        elif word == "foreground" and late:
            if self.policy == "assume":
                self.doubted_at = later(self.doubted_at, at)
        elif word == "foreground" and self.focus != "foreground":
            self.focus = "foreground"
            if self.policy != "keep":
                self.reading(bit, now)
            if self.policy == "assume":
                self.doubted_at = later(self.doubted_at, at)
        elif word == "reset" and self.policy != "keep":
            if not late:
                self.reading(bit, now)
            self.doubted_at = later(self.doubted_at, at)
        elif word == "disable":
            self.monitoring = False
        elif word == "enable" and not self.monitoring:
            self.monitoring = True
            self.reading(bit, now)  # opened again, if it is there

    def believed(self):
        """An on is believed only if the switch has changed since it was last doubted."""
        if self.doubted_at is None:
            return True
        return self.changed_at is not None and self.changed_at > self.doubted_at

    def view(self):
        """What a record says: state, reported, basis and focus."""
        if not self.watching or self.reported is None:
            return ("unknown", "unknown", "none", self.focus)
        on, off = self.words
        reported = on if self.reported else off
        if self.reported and not self.believed():
            return (off, reported, "assumed", self.focus)
        return (reported, reported, "measured", self.focus)


def later(one, other):
    """The times never move back."""
    return other if one is None else max(one, other)
