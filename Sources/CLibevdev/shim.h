// libevdev, and the ioctls that it does not wrap.

#ifndef CLIBEVDEV_SHIM_H
#define CLIBEVDEV_SHIM_H

#include <errno.h>
#include <libevdev/libevdev.h>
#include <linux/input.h>
#include <stdint.h>
#include <sys/ioctl.h>
#include <time.h>

enum { clibevdev_clock_monotonic = CLOCK_MONOTONIC };

// Sets which codes of a type reach this client; returns 0 or a negative error number, as libevdev does.
static inline int clibevdev_set_mask(int fd, unsigned int type, uint8_t *bits, unsigned int size) {
    struct input_mask mask = {
        .type = type,
        .codes_size = size,
        .codes_ptr = (uint64_t)(uintptr_t)bits,
    };
    return ioctl(fd, EVIOCSMASK, &mask) < 0 ? -errno : 0;
}

// Reads the switch bits into `bits`; returns 0 or a negative error number.
static inline int clibevdev_get_switches(int fd, uint8_t *bits, unsigned int size) {
    return ioctl(fd, EVIOCGSW(size), bits) < 0 ? -errno : 0;
}

// Tells whether another client has grabbed the device: 1, 0, or a negative error number. There is no
// way to ask but to grab it.
static inline int clibevdev_test_grab(int fd) {
    if (ioctl(fd, EVIOCGRAB, (void *)1) < 0) return errno == EBUSY ? 1 : -errno;
    ioctl(fd, EVIOCGRAB, (void *)0);
    return 0;
}

// The two halves of an event's time, whatever the size of time_t is (linux/input.h).
static inline int64_t clibevdev_seconds(const struct input_event *event) {
    return event->input_event_sec;
}
static inline int64_t clibevdev_microseconds(const struct input_event *event) {
    return event->input_event_usec;
}

#endif
