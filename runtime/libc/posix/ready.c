/* Waiting until files are ready. All open files are, so a call that names one returns at once, and
 * one that names none sleeps, as many programs use it. */
#include <errno.h>
#include <poll.h>
#include <stddef.h>
#include <sys/select.h>
#include <sys/stat.h>
#include <time.h>

#include "hal/hal.h"
#include "libc/names/weak.h"
#include "libc/posix/calls.h"

static bool is_open(int file) {
    struct stat status;
    int before = errno;
    bool is_open = !__oc_fstat(file, &status);
    errno = before;
    return is_open;
}

/* Sleeps, without a time until SIGALRM comes. Returns 0, or -1 with EINTR. */
static int sleep_for(const struct timespec *time) {
    if (time)
        return __oc_nanosleep(time, NULL);
    unsigned before = &__oc_alarms ? __oc_alarms : 0;
    while (!&__oc_alarms || __oc_alarms == before)
        hal_wait(HAL_NEVER);
    errno = EINTR;
    return -1;
}

static int wait_for_files(struct pollfd *files, nfds_t count, const struct timespec *time) {
    const int always = POLLIN | POLLOUT | POLLRDNORM | POLLWRNORM;
    int ready = 0;
    for (struct pollfd *file = files; file < files + count; file++) {
        file->revents = 0;
        if (file->fd >= 0)
            file->revents = (short)(is_open(file->fd) ? file->events & always : POLLNVAL);
        ready += file->revents != 0;
    }
    return ready ? ready : sleep_for(time);
}

WEAK int poll(struct pollfd *files, nfds_t count, int milliseconds) {
    struct timespec time = {milliseconds / 1000, milliseconds % 1000 * 1000000L};
    return wait_for_files(files, count, milliseconds < 0 ? NULL : &time);
}

WEAK int ppoll(struct pollfd *files, nfds_t count, const struct timespec *time,
               const sigset_t *mask) {
    (void)mask;
    return wait_for_files(files, count, time);
}

/* Counts the files of a set; -1: one of them is not open. */
static int count_of(const fd_set *set, int end) {
    int count = 0;
    for (int file = 0; set && file < end; file++)
        if (FD_ISSET(file, set)) {
            if (!is_open(file))
                return -1;
            count++;
        }
    return count;
}

static int select_until(int end, fd_set *read, fd_set *write, fd_set *failed,
                        const struct timespec *time) {
    int reads = count_of(read, end), writes = count_of(write, end), fails = count_of(failed, end);
    if (end < 0 || end > FD_SETSIZE || reads < 0 || writes < 0 || fails < 0) {
        errno = end < 0 || end > FD_SETSIZE ? EINVAL : EBADF;
        return -1;
    }
    if (failed)
        FD_ZERO(failed);
    return reads + writes ? reads + writes : sleep_for(time);
}

WEAK int pselect(int end, fd_set *read, fd_set *write, fd_set *failed, const struct timespec *time,
                 const sigset_t *mask) {
    (void)mask;
    return select_until(end, read, write, failed, time);
}

/* As on Linux, `time` is then what is left of it. */
WEAK int select(int end, fd_set *read, fd_set *write, fd_set *failed, struct timeval *time) {
    struct timespec precise = {0};
    if (time)
        precise = (struct timespec){time->tv_sec, time->tv_usec * 1000L};
    int ready = select_until(end, read, write, failed, time ? &precise : NULL);
    if (time && !ready)
        *time = (struct timeval){0};
    return ready;
}
