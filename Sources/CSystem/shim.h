// Headers that the platform's C module leaves out, and accessors for what Swift cannot import:
// variadic functions, macros, and global variables.

#ifndef CSYSTEM_SHIM_H
#define CSYSTEM_SHIM_H

#include <fcntl.h>
#include <getopt.h>
#include <grp.h>
#include <pwd.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/inotify.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/socket.h>
#include <sys/sysmacros.h>
#include <sys/timerfd.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

// fcntl_locking(2): seen by <fcntl.h> only with _GNU_SOURCE, which a module cannot set.
#ifndef F_OFD_GETLK
#define F_OFD_GETLK 36
#define F_OFD_SETLK 37
#endif
#ifndef O_PATH
#define O_PATH 010000000
#endif

enum {
    csystem_f_ofd_getlk = F_OFD_GETLK,
    csystem_f_ofd_setlk = F_OFD_SETLK,
    csystem_o_path = O_PATH,
    csystem_sock_datagram = SOCK_DGRAM | SOCK_CLOEXEC,
    csystem_send_flags = MSG_DONTWAIT | MSG_NOSIGNAL,
    csystem_tfd_timer_cancel_on_set = TFD_TIMER_CANCEL_ON_SET,
};

static inline unsigned int csystem_major(dev_t device) { return major(device); }
static inline unsigned int csystem_minor(dev_t device) { return minor(device); }

static inline int csystem_is_ignored(int signal_number) {
    struct sigaction action;
    return sigaction(signal_number, NULL, &action) == 0 && action.sa_handler == SIG_IGN;
}

// pidfd_open(2), which older C libraries do not wrap.
static inline int csystem_pidfd_open(int process) {
    return (int)syscall(SYS_pidfd_open, process, 0);
}

// epoll_ctl(2) with EPOLLIN; struct epoll_event has a pointer in it, which Swift holds to be unsafe.
static inline int csystem_epoll_add(int set, int descriptor) {
    struct epoll_event event = {.events = EPOLLIN};
    return epoll_ctl(set, EPOLL_CTL_ADD, descriptor, &event);
}

static inline const char *csystem_optarg(void) { return optarg; }
static inline int csystem_optind(void) { return optind; }
static inline void csystem_reset_getopt(void) { optind = 0; }

#endif
