"""The same lid in python-evdev, as its manual reads a device."""

import sys

import evdev

device = evdev.InputDevice(sys.argv[1])
print("ready", flush=True)
for event in device.read_loop():
    if event.type == evdev.ecodes.EV_SW and event.code == evdev.ecodes.SW_LID:
        print("closed" if event.value else "open", flush=True)
