// The floor: the least that a program in C does to keep the same promises for one lid.
//
//     floor DEVICE [STATE]
//
// The state file first, by write and rename, if one is asked for; then a line on standard output, if
// its reader takes it now.

#include <errno.h>
#include <fcntl.h>
#include <libevdev/libevdev.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static int publish(const char *state, const char *temporary, int is_on) {
    const char *line = is_on ? "closed\n" : "open\n";
    size_t length = strlen(line);
    if (state) {
        int file = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
        if (file < 0 || write(file, line, length) < 0 || close(file) < 0) return -1;
        if (rename(temporary, state) < 0) return -1;
    }
    struct pollfd output = {STDOUT_FILENO, POLLOUT, 0};
    if (poll(&output, 1, 0) < 0 || output.revents & (POLLERR | POLLHUP)) return -1;
    return output.revents & POLLOUT ? write(STDOUT_FILENO, line, length) : 0;
}

int main(int count, char **arguments) {
    const char *state = count > 2 ? arguments[2] : NULL;
    char temporary[4096];
    snprintf(temporary, sizeof temporary, "%s.new", state ? state : "");
    int file = open(arguments[1], O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    struct libevdev *device;
    if (libevdev_new_from_fd(file, &device) < 0) return 1;
    libevdev_set_clock_id(device, CLOCK_MONOTONIC);
    struct pollfd slots[] = {{file, POLLIN, 0}, {STDOUT_FILENO, 0, 0}};
    int is_on = libevdev_get_event_value(device, EV_SW, SW_LID);
    while (publish(state, temporary, is_on) >= 0) {
        if (poll(slots, 2, -1) < 0 || slots[1].revents) break;
        struct input_event event;
        int status;
        while ((status = libevdev_next_event(device, LIBEVDEV_READ_FLAG_NORMAL, &event)) >= 0)
            if (event.type == EV_SW && event.code == SW_LID) is_on = event.value;
        if (status != -EAGAIN) break;
    }
    return 0;
}
