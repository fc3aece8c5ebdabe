/* Sleeping: the core waits until a deadline and uses no resources meanwhile. */
#include <errno.h>
#include <time.h>
#include <unistd.h>

#include "hal/hal.h"
#include "libc/names/weak.h"

static void sleep_until(uint64_t deadline) {
    /* Events do not matter here. A transfer that ends only wakes the core early, and it waits
     * again. */
    while (hal_cycles() < deadline)
        hal_wait(deadline);
}

unsigned __oc_sleep(unsigned seconds) {
    sleep_until(hal_cycles() + seconds * hal_cycles_per_second());
    return 0;
}
ALSO_NAMED(sleep);

int __oc_usleep(useconds_t microseconds) {
    sleep_until(hal_cycles() + microseconds * (hal_cycles_per_second() / 1000000));
    return 0;
}
ALSO_NAMED(usleep);

int __oc_nanosleep(const struct timespec *time, struct timespec *rest) {
    uint64_t frequency = hal_cycles_per_second();
    sleep_until(hal_cycles() + (uint64_t)time->tv_sec * frequency +
                (uint64_t)time->tv_nsec * (frequency / 1000000) / 1000);
    if (rest)
        *rest = (struct timespec){0};
    return 0;
}
ALSO_NAMED(nanosleep);

/* Every clock counts from the chip's reset. Returns an error's number (POSIX). */
WEAK int clock_nanosleep(clockid_t clock, int flags, const struct timespec *time,
                         struct timespec *rest) {
    (void)clock;
    if (time->tv_sec < 0 || time->tv_nsec < 0 || time->tv_nsec >= 1000000000)
        return EINVAL;
    if (!(flags & TIMER_ABSTIME))
        return __oc_nanosleep(time, rest);
    uint64_t frequency = hal_cycles_per_second();
    sleep_until((uint64_t)time->tv_sec * frequency +
                (uint64_t)time->tv_nsec * (frequency / 1000000) / 1000);
    return 0;
}
