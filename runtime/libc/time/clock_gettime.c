#include <errno.h>
#include <time.h>

#include "hal/hal.h"
#include "libc/names/weak.h"

#define NANOSECONDS 1000000000

/* Every clock counts from the chip's reset. */
int __oc_clock_gettime(clockid_t clock, struct timespec *now) {
    (void)clock;
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
    (void)clock;
    uint64_t frequency = hal_cycles_per_second();
    resolution->tv_sec = 0;
    resolution->tv_nsec = (long)((NANOSECONDS + frequency - 1) / frequency);
    return 0;
}
ALSO_NAMED(clock_getres);

/* The cores of a process run nothing else, so CLOCK_PROCESS_CPUTIME_ID serves for every process. */
WEAK int clock_getcpuclockid(pid_t process, clockid_t *clock) {
    (void)process;
    *clock = CLOCK_PROCESS_CPUTIME_ID;
    return 0;
}
