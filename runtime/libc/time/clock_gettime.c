#include <errno.h>
#include <time.h>

#include "hal/hal.h"
#include "libc/names/weak.h"
#include "libc/posix/calls.h"

#define NANOSECONDS 1000000000
#define LAST_CLOCK 9 /* CLOCK_BOOTTIME_ALARM, the last one of picolibc */

int __oc_clock_error(clockid_t clock) {
    return clock > (clockid_t)LAST_CLOCK ? EINVAL : 0;
}

/* Returns -1 for a clock that does not exist. */
static int result(clockid_t clock) {
    if (!__oc_clock_error(clock))
        return 0;
    errno = EINVAL;
    return -1;
}

/* Every clock counts from the chip's reset. */
int __oc_clock_gettime(clockid_t clock, struct timespec *now) {
    if (result(clock))
        return -1;
    uint64_t frequency = hal_cycles_per_second();
    uint64_t cycles = hal_cycles();
    now->tv_sec = (time_t)(cycles / frequency);
    now->tv_nsec = (long)(cycles % frequency * 1000 / (frequency / 1000000));
    return 0;
}
ALSO_NAMED(clock_gettime);

/* C11, 7.27.2.5: returns the base, or 0 if the base is not supported. */
int timespec_get(struct timespec *now, int base) {
    if (base != TIME_UTC)
        return 0;
    __oc_clock_gettime(CLOCK_REALTIME, now);
    return base;
}

int __oc_clock_getres(clockid_t clock, struct timespec *resolution) {
    uint64_t frequency = hal_cycles_per_second();
    if (result(clock))
        return -1;
    if (resolution)
        *resolution = (struct timespec){0, (long)((NANOSECONDS + frequency - 1) / frequency)};
    return 0;
}
ALSO_NAMED(clock_getres);

/* The cores of a process run nothing else, so CLOCK_PROCESS_CPUTIME_ID serves for every process. */
WEAK int clock_getcpuclockid(pid_t process, clockid_t *clock) {
    (void)process;
    *clock = CLOCK_PROCESS_CPUTIME_ID;
    return 0;
}

WEAK int timespec_getres(struct timespec *resolution, int base) {
    return base == TIME_UTC && !__oc_clock_getres(CLOCK_REALTIME, resolution) ? base : 0;
}
