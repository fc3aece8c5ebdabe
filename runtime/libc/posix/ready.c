/* poll(), select() and similar functions. All files except pipes are always ready, so a call that
 * names such a file returns at once. A call without files only sleeps, as many programs expect. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stddef.h>
#include <sys/select.h>
#include <time.h>

#include "hal/chip/folders.h"
#include "libc/names/weak.h"
#include "libc/posix/calls.h"

/* Sleeps for `time`, or until SIGALRM comes if `time` is null. Returns 0, or -1 with EINTR; stores
 * the remaining time in `time`. */
static int sleep_for(struct timespec *time) {
    if (time) {
        struct timespec left = {0};
        int result = __oc_nanosleep(time, &left);
        *time = left;
        return result;
    }
    unsigned before = &__oc_alarms ? __oc_alarms : 0;
    while (!&__oc_alarms || __oc_alarms == before)
        __oc_wait_or_cancel();
    errno = EINTR;
    return -1;
}

/* Waits before the caller queries the files again, and subtracts the pause from the remaining time
 * `left`. Only another thread, or a handler of SIGALRM, can make a pipe ready, and the handler ends
 * the call. Without pipes, the function sleeps for the rest of the time. Returns 1 if the files
 * should be queried again, 0 if the time is over, and -1 with EINTR. */
static int pause_before(struct timespec *left, bool of_pipes, unsigned *pause) {
    struct timespec step = {0, POLL_NANOSECONDS};
    if (!of_pipes || hal_threads() == 1)
        return sleep_for(left);
    if (!left)
        return __oc_pause_for_others(pause) ?: 1;
    if (!left->tv_sec && left->tv_nsec <= POLL_NANOSECONDS)
        return sleep_for(left);
    if (left->tv_nsec < POLL_NANOSECONDS) {
        left->tv_sec--;
        left->tv_nsec += 1000000000;
    }
    left->tv_nsec -= POLL_NANOSECONDS;
    return sleep_for(&step) ? -1 : 1;
}

/* Returns those events for poll() that have happened to the file and that the caller asks for, and
 * errors. */
static short events_of(const struct pollfd *file) {
    int ready = hal_ready(file->fd), events = 0;
    if (ready < 0)
        return POLLNVAL;
    if (ready & HAL_READS)
        events |= POLLIN | POLLRDNORM;
    if (ready & HAL_WRITES)
        events |= POLLOUT | POLLWRNORM;
    events &= file->events;
    if (ready & HAL_HUNG_UP)
        events |= hal_flags(file->fd) & O_ACCMODE ? POLLERR : POLLHUP;
    return (short)events;
}

static int wait_for_files(struct pollfd *files, nfds_t count, const struct timespec *time) {
    struct timespec left = time ? *time : (struct timespec){0};
    int ready = 0, again = 1;
    unsigned pause = 0;
    while (!ready && again > 0) {
        bool of_pipes = false;
        for (struct pollfd *file = files; file < files + count; file++) {
            file->revents = file->fd < 0 ? 0 : events_of(file);
            of_pipes |= file->fd >= 0;
            ready += file->revents != 0;
        }
        if (!ready)
            again = pause_before(time ? &left : NULL, of_pipes, &pause);
    }
    return ready ? ready : again;
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

/* Counts the files in `set` that have one of the states in `ways`, and removes the others from
 * `ready`, which is a copy of the set. Returns -1 if a file is not open. */
static int count_ready(const fd_set *set, fd_set *ready, int end, int ways) {
    int count = 0;
    for (int file = 0; set && file < end; file++)
        if (FD_ISSET(file, set)) {
            int is = hal_ready(file);
            if (is < 0)
                return -1;
            if (is & ways)
                count++;
            else
                FD_CLR(file, ready);
        }
    return count;
}

/* On entry, `left` is the time limit; on return, the rest of it. */
static int select_until(int end, fd_set *read, fd_set *write, fd_set *failed,
                        struct timespec *left) {
    fd_set *given[] = {read, write, failed};
    static const int ways[] = {HAL_READS | HAL_HUNG_UP, HAL_WRITES | HAL_HUNG_UP, 0};
    if (end < 0 || (left && (left->tv_sec < 0 || left->tv_nsec < 0))) {
        errno = EINVAL;
        return -1;
    }
    if (end > FD_SETSIZE)
        end = FD_SETSIZE;
    for (unsigned pause = 0;;) {
        fd_set ready[3];
        int count = 0;
        bool of_pipes = false;
        for (int i = 0; i < 3; i++) {
            if (!given[i])
                continue;
            ready[i] = *given[i];
            int here = count_ready(given[i], &ready[i], end, ways[i]);
            if (here < 0) {
                errno = EBADF;
                return -1;
            }
            of_pipes |= i < 2;
            count += here;
        }
        int again = count ? 0 : pause_before(left, of_pipes, &pause);
        if (again < 0)
            return again;
        for (int i = 0; !again && i < 3; i++)
            if (given[i])
                *given[i] = ready[i];
        if (!again)
            return count;
    }
}

WEAK int pselect(int end, fd_set *read, fd_set *write, fd_set *failed, const struct timespec *time,
                 const sigset_t *mask) {
    (void)mask;
    struct timespec left = time ? *time : (struct timespec){0};
    return select_until(end, read, write, failed, time ? &left : NULL);
}

/* As on Linux, the call stores the remaining time in `time`. */
WEAK int select(int end, fd_set *read, fd_set *write, fd_set *failed, struct timeval *time) {
    struct timespec left = {0};
    if (time)
        left = (struct timespec){time->tv_sec, time->tv_usec * 1000L};
    int ready = select_until(end, read, write, failed, time ? &left : NULL);
    if (time)
        *time = (struct timeval){left.tv_sec, left.tv_nsec / 1000};
    return ready;
}
