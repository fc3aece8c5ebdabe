/* Sleeping: the core waits until a deadline and uses no resources meanwhile. */
#include <errno.h>
#include <stdbool.h>
#include <time.h>
#include <unistd.h>

#include "hal/hal.h"
#include "libc/lock/pause.h"
#include "libc/names/weak.h"
#include "libc/posix/calls.h"
#include "libc/pthread/cancel.h"

/* Sleeps until the deadline, or until SIGALRM has come. Returns the number of cycles left until the
 * deadline. */
static uint64_t sleep_until(uint64_t deadline) {
    unsigned before = &__oc_alarms ? __oc_alarms : 0;
    /* An event, such as the end of a transfer, wakes the core early. The core then waits again. */
    for (uint64_t now; (now = hal_cycles()) < deadline;) {
        uint64_t until = deadline;
        if (&__oc_alarms && __oc_alarms != before)
            return deadline - now;
        if (__oc_pthread_test_cancel) {
            __oc_pthread_test_cancel();
            until = deadline - now > 10000 ? now + 10000 : deadline;
        }
        hal_wait(until);
    }
    return 0;
}

void __oc_wait_or_cancel(void) {
    oc_cancellation_point();
    __oc_long_pause();
}

int __oc_pause_for_others(unsigned *pause) {
    unsigned before = &__oc_alarms ? __oc_alarms : 0;
    oc_cancellation_point();
    oc_pause(pause, HAL_NEVER);
    if (!&__oc_alarms || __oc_alarms == before)
        return 0;
    errno = EINTR;
    return -1;
}

unsigned __oc_sleep(unsigned seconds) {
    uint64_t each = hal_cycles_per_second();
    return (unsigned)((sleep_until(hal_cycles() + seconds * each) + each - 1) / each);
}
ALSO_NAMED(sleep);

static int interrupted(uint64_t left) {
    if (!left)
        return 0;
    errno = EINTR;
    return -1;
}

int __oc_usleep(useconds_t microseconds) {
    uint64_t each = hal_cycles_per_second() / 1000000;
    return interrupted(sleep_until(hal_cycles() + microseconds * each));
}
ALSO_NAMED(usleep);

static bool is_time(const struct timespec *time) {
    return time->tv_sec >= 0 && time->tv_nsec >= 0 && time->tv_nsec < 1000000000;
}

int __oc_nanosleep(const struct timespec *time, struct timespec *rest) {
    if (!is_time(time)) {
        errno = EINVAL;
        return -1;
    }
    uint64_t frequency = hal_cycles_per_second();
    uint64_t left = sleep_until(hal_cycles() + (uint64_t)time->tv_sec * frequency +
                                (uint64_t)time->tv_nsec * (frequency / 1000000) / 1000);
    if (rest)
        *rest = (struct timespec){(time_t)(left / frequency),
                                  (long)(left % frequency * 1000 / (frequency / 1000000))};
    return interrupted(left);
}
ALSO_NAMED(nanosleep);

/* Every clock counts from the chip's reset. Returns an error number (POSIX). */
WEAK int clock_nanosleep(clockid_t clock, int flags, const struct timespec *time,
                         struct timespec *rest) {
    if (__oc_clock_error(clock) || !is_time(time))
        return EINVAL;
    if (!(flags & TIMER_ABSTIME))
        return __oc_nanosleep(time, rest) ? EINTR : 0;
    uint64_t frequency = hal_cycles_per_second();
    uint64_t deadline =
        (uint64_t)time->tv_sec * frequency + (uint64_t)time->tv_nsec * (frequency / 1000000) / 1000;
    return sleep_until(deadline) ? EINTR : 0;
}
