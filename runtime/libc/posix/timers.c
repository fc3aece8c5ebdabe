/* setitimer() and alarm() (POSIX): the process' real-time timer, which raises SIGALRM. It uses the
 * timer of the calling core. */
#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/time.h>
#include <unistd.h>

#include "hal/hal.h"
#include "libc/lock/pause.h"
#include "libc/names/weak.h"
#include "libc/posix/calls.h"

static uint64_t period; /* cycles between later signals; 0: the next signal is the last */

/* The number of signals so far. A call that waits reads it to learn whether a signal has come. */
volatile unsigned __oc_alarms;

static void expire(void);

/* Starts the timer, which expires after `cycles` cycles; 0 stops it. */
static void set(uint64_t cycles) {
    if (!cycles && !__oc_end_of_timer)
        return; /* no timer of POSIX runs, so the program may use the core's timer itself */
    __oc_end_of_timer = cycles ? hal_cycles() + cycles : 0;
    hal_on_tick(cycles, expire);
}

static void expire(void) {
    struct sigaction action;
    sigaction(SIGALRM, NULL, &action);
    sigset_t mask;
    __oc_sigprocmask(SIG_BLOCK, NULL, &mask);
    if (action.sa_handler != SIG_IGN && !sigismember(&mask, SIGALRM))
        __oc_alarms++;
    set(period);
    raise(SIGALRM);
    oc_wake();
}

static uint64_t to_cycles(const struct timeval *time) {
    uint64_t each = hal_cycles_per_second();
    return (uint64_t)time->tv_sec * each + (uint64_t)time->tv_usec * (each / 1000000);
}

/* Converts cycles to a time, rounded up, because 0 means that no signal will come. */
static struct timeval to_time(uint64_t cycles) {
    uint64_t each = hal_cycles_per_second() / 1000000, time = (cycles + each - 1) / each;
    return (struct timeval){(time_t)(time / 1000000), (suseconds_t)(time % 1000000)};
}

static bool is_time(const struct timeval *time) {
    return time->tv_sec >= 0 && time->tv_usec >= 0 && time->tv_usec < 1000000;
}

int __oc_getitimer(int which, struct itimerval *now) {
    if (which != ITIMER_REAL) {
        errno = EINVAL;
        return -1;
    }
    uint64_t time = hal_cycles(), end = __oc_end_of_timer;
    uint64_t left = !end ? 0 : end > time ? end - time : 1;
    *now = (struct itimerval){to_time(period), to_time(left)};
    return 0;
}
ALSO_NAMED(getitimer);

int __oc_setitimer(int which, const struct itimerval *new, struct itimerval *before) {
    if (which != ITIMER_REAL || !is_time(&new->it_value) || !is_time(&new->it_interval)) {
        errno = EINVAL;
        return -1;
    }
    if (before)
        __oc_getitimer(which, before);
    period = to_cycles(&new->it_interval);
    set(to_cycles(&new->it_value));
    return 0;
}
ALSO_NAMED(setitimer);

WEAK unsigned alarm(unsigned seconds) {
    struct itimerval before, new = {{0, 0}, {(time_t)seconds, 0}};
    __oc_setitimer(ITIMER_REAL, &new, &before);
    return (unsigned)before.it_value.tv_sec +
           (before.it_value.tv_usec >= 500000 ||
            (!before.it_value.tv_sec && before.it_value.tv_usec));
}

WEAK useconds_t ualarm(useconds_t first, useconds_t interval) {
    struct itimerval before;
    struct itimerval new = {{(time_t)(interval / 1000000), (suseconds_t)(interval % 1000000)},
                            {(time_t)(first / 1000000), (suseconds_t)(first % 1000000)}};
    __oc_setitimer(ITIMER_REAL, &new, &before);
    return (useconds_t)(before.it_value.tv_sec * 1000000 + before.it_value.tv_usec);
}

/* Waits until a signal has come. */
int __oc_pause(void) {
    for (unsigned before = __oc_alarms; __oc_alarms == before;)
        __oc_wait_or_cancel();
    errno = EINTR;
    return -1;
}
ALSO_NAMED(pause);

int __oc_sigsuspend(const sigset_t *mask) {
    sigset_t before;
    unsigned handled = __oc_signals_handled;
    __oc_sigprocmask(SIG_SETMASK, mask, &before);
    if (handled == __oc_signals_handled)
        __oc_pause();
    __oc_sigprocmask(SIG_SETMASK, &before, NULL);
    errno = EINTR;
    return -1;
}
ALSO_NAMED(sigsuspend);
