"""Input devices with switches, made through uinput, and clients that watch them.

Raw ioctls rather than a binding: names may hold any bytes, and the tests stay independent of
libevdev, which the program under test uses. The numbers are those of linux/uinput.h,
linux/input.h and linux/input-event-codes.h.
"""

import fcntl
import glob
import os
import struct

EV_SYN, EV_KEY, EV_ABS, EV_MSC, EV_SW = 0, 1, 3, 4, 5
SYN_REPORT, SYN_DROPPED = 0, 3
KEY_POWER, KEY_VOLUMEDOWN, KEY_VOLUMEUP = 116, 114, 115
ABS_X, MSC_RAW = 0, 3

CODES = {
    "SW_LID": 0, "SW_TABLET_MODE": 1, "SW_HEADPHONE_INSERT": 2, "SW_RFKILL_ALL": 3,
    "SW_MICROPHONE_INSERT": 4, "SW_DOCK": 5, "SW_LINEOUT_INSERT": 6,
    "SW_JACK_PHYSICAL_INSERT": 7, "SW_VIDEOOUT_INSERT": 8, "SW_CAMERA_LENS_COVER": 9,
    "SW_KEYPAD_SLIDE": 10, "SW_FRONT_PROXIMITY": 11, "SW_ROTATE_LOCK": 12,
    "SW_LINEIN_INSERT": 13, "SW_MUTE_DEVICE": 14, "SW_PEN_INSERTED": 15,
    "SW_MACHINE_COVER": 16,
}


def ioc(direction, kind, number, size):
    """The number of an ioctl: direction 0 none, 1 write, 2 read."""
    return direction << 30 | size << 16 | ord(kind) << 8 | number


UI_DEV_CREATE, UI_DEV_DESTROY = ioc(0, "U", 1, 0), ioc(0, "U", 2, 0)
UI_DEV_SETUP, UI_ABS_SETUP = ioc(1, "U", 3, 92), ioc(1, "U", 4, 28)
UI_GET_SYSNAME = ioc(2, "U", 44, 64)
UI_SET_EVBIT = ioc(1, "U", 100, 4)
UI_SET_BIT = {EV_KEY: ioc(1, "U", 101, 4), EV_MSC: ioc(1, "U", 104, 4), EV_SW: ioc(1, "U", 109, 4)}
EVIOCGSW = ioc(2, "E", 0x1B, 8)
EVIOCGRAB = ioc(1, "E", 0x90, 4)
EVIOCREVOKE = ioc(1, "E", 0x91, 4)
EVIOCSCLOCKID = ioc(1, "E", 0xA0, 4)
CLOCK_MONOTONIC = 1
EVENT = struct.Struct("llHHi")


def frame(*events):
    """The bytes of events (type, code, value), each a kernel input_event without a time."""
    return b"".join(EVENT.pack(0, 0, *event) for event in events)


class Device:
    """A uinput device: switches by kernel name, and keys, scan codes and axes beside them."""

    def __init__(self, *switches, name="Test Switch", on=(), keys=(), misc=(), axes=(), ids=()):
        self.name = name.encode() if isinstance(name, str) else name
        self.codes = [CODES[switch] for switch in switches]
        self.fd = os.open("/dev/uinput", os.O_WRONLY | os.O_CLOEXEC)
        for kind, codes in ((EV_SW, self.codes), (EV_KEY, keys), (EV_MSC, misc)):
            for code in codes:
                fcntl.ioctl(self.fd, UI_SET_EVBIT, kind)
                fcntl.ioctl(self.fd, UI_SET_BIT[kind], code)
        for axis in axes:
            fcntl.ioctl(self.fd, UI_SET_EVBIT, EV_ABS)
            fcntl.ioctl(self.fd, UI_ABS_SETUP, struct.pack("HHiiiiii", axis, 0, 0, 0, 255, 0, 0, 0))
        bus, vendor, product, version = ids or (0x19, 0x1209, 0x5057, 1)
        setup = struct.pack("HHHH80sI", bus, vendor, product, version, self.name, 0)
        fcntl.ioctl(self.fd, UI_DEV_SETUP, setup)
        fcntl.ioctl(self.fd, UI_DEV_CREATE)
        sysname = fcntl.ioctl(self.fd, UI_GET_SYSNAME, bytes(64)).split(b"\0")[0].decode()
        self.sysfs = f"/sys/devices/virtual/input/{sysname}"
        self.node = "/dev/input/" + os.path.basename(glob.glob(self.sysfs + "/event*")[0])
        for switch in on:
            self.set(1, switch)

    def set(self, value, switch=None):
        """One frame in which a switch, by default the first, goes to a value."""
        code = self.codes[0] if switch is None else CODES[switch]
        self.send((EV_SW, code, value), (EV_SYN, SYN_REPORT, 0))

    def send(self, *events):
        """Hands events (type, code, value) to the kernel as they are."""
        os.write(self.fd, frame(*events))

    def press(self, key):
        """A key goes down and up again, in two frames."""
        for value in (1, 0):
            self.send((EV_KEY, key, value), (EV_SYN, SYN_REPORT, 0))

    @property
    def number(self):
        return int(self.node.rsplit("event", 1)[1])

    def close(self):
        """The device goes, as an unplugged one does."""
        if self.fd >= 0:
            fcntl.ioctl(self.fd, UI_DEV_DESTROY)
            os.close(self.fd)
            self.fd = -1


class Client:
    """Another reader of a device: sees its events and their stamps, reads its bits, grabs it."""

    def __init__(self, device):
        self.device = device
        self.fd = os.open(device.node, os.O_RDWR | os.O_NONBLOCK | os.O_CLOEXEC)
        fcntl.ioctl(self.fd, EVIOCSCLOCKID, struct.pack("i", CLOCK_MONOTONIC))

    def bit(self, switch=None):
        """The kernel's own bit of a switch, by default the device's first."""
        code = self.device.codes[0] if switch is None else CODES[switch]
        bits = int.from_bytes(fcntl.ioctl(self.fd, EVIOCGSW, bytes(8)), "little")
        return bits >> code & 1

    def events(self):
        """What is queued: tuples of the stamp in microseconds, type, code and value."""
        taken = []
        while True:
            try:
                data = os.read(self.fd, EVENT.size * 64)
            except BlockingIOError:
                return taken
            for second, micro, kind, code, value in EVENT.iter_unpack(data):
                taken.append((second * 1_000_000 + micro, kind, code, value))

    def stamp(self):
        """The stamp of the newest queued switch event, in microseconds; empties the queue."""
        return [event[0] for event in self.events() if event[1] == EV_SW][-1]

    def grab(self, held=True):
        """Takes the device for this client alone, or gives it back."""
        fcntl.ioctl(self.fd, EVIOCGRAB, int(held))

    def write(self, value):
        """Writes a switch event into the node, as libinput does with a lid it disbelieves."""
        code = self.device.codes[0]
        os.write(self.fd, frame((EV_SW, code, value), (EV_SYN, SYN_REPORT, 0)))

    def close(self):
        if self.fd >= 0:
            os.close(self.fd)
            self.fd = -1
