/* Pipes between threads of a process. The host keeps the bytes; a call that must wait asks the host
 * again after a pause. If the process has no other thread, a call that would wait fails with
 * EDEADLK and a message, since nothing would ever end the wait. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdbool.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "hal/chip/folders.h"
#include "libc/lock/pause.h"
#include "libc/names/weak.h"
#include "libc/posix/calls.h"
#include "libc/posix/result.h"

#define WHOLE 4096 /* PIPE_BUF of Linux: bytes that are written together */

/* Pauses, so that another thread or a handler of SIGALRM can run. Returns 0 or minus an errno. */
static long wait_for_others(int file, const char *what, unsigned *pause) {
    if (hal_flags(file) & O_NONBLOCK)
        return -EAGAIN;
    if (hal_threads() == 1 && !&__oc_alarms) {
        hal_write(2, what, strlen(what));
        return -EDEADLK;
    }
    return __oc_pause_for_others(pause) ? -EINTR : 0;
}

long __oc_read_with_pipes(int file, void *buffer, size_t bytes) {
    static const char what[] = "onchip: read() of an empty pipe would wait for ever, because the "
                               "process has no other thread that could write; the call fails\n";
    unsigned pause = 0;
    for (;;) {
        long result = hal_read(file, buffer, bytes);
        if (result > 0)
            oc_wake();
        long failed = result == -EAGAIN ? wait_for_others(file, what, &pause) : result;
        if (failed)
            return failed;
        if (!result)
            return 0;
    }
}

long __oc_write_with_pipes(int file, const void *buffer, size_t bytes) {
    static const char what[] = "onchip: write() to a full pipe would wait for ever, because the "
                               "process has no other thread that could read; the call fails\n";
    long all = hal_write(file, buffer, bytes);
    if (all > 0)
        oc_wake();
    if (all == (long)bytes || (all < 0 && all != -EAGAIN && all != -EPIPE))
        return all;
    /* From the memory of another tile, the first call may have written a part. */
    size_t done = all > 0 ? (size_t)all : 0;
    unsigned pause = 0;
    while (done < bytes) {
        size_t part = bytes - done < WHOLE ? bytes - done : WHOLE;
        long result = hal_write(file, (const char *)buffer + done, part);
        if (result == -EAGAIN)
            result = wait_for_others(file, what, &pause);
        if (result > 0)
            oc_wake();
        if (result == -EPIPE)
            raise(SIGPIPE);
        if (result < 0)
            return done ? (long)done : result;
        done += (size_t)result;
    }
    return (long)done;
}

static int make(int ends[2], int flags) {
    int made = hal_pipe(flags);
    if (made < 0)
        return (int)posix_result(made);
    ends[0] = made & 0xffff;
    ends[1] = made >> 16;
    return 0;
}

WEAK int pipe(int ends[2]) {
    return make(ends, 0);
}

WEAK int pipe2(int ends[2], int flags) {
    return flags & ~(O_NONBLOCK | O_CLOEXEC) ? (int)posix_result(-EINVAL) : make(ends, flags);
}
