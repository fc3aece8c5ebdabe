/* Time on the chip counts from its reset. There is no wall clock, so equal runs read equal
 * times. */
#include <errno.h>
#include <sys/time.h>
#include <sys/times.h>
#include <time.h>

#include "hal/hal.h"
#include "libc/names/weak.h"

#define MICROSECONDS 1000000

static uint64_t microseconds(void) {
    return hal_cycles() / (hal_cycles_per_second() / MICROSECONDS);
}

clock_t clock(void) {
    return (clock_t)(microseconds() / (MICROSECONDS / CLOCKS_PER_SEC));
}

clock_t __oc_times(struct tms *times) {
    clock_t now = clock();
    *times = (struct tms){.tms_utime = now};
    return now;
}
ALSO_NAMED(times);

time_t time(time_t *seconds) {
    time_t now = (time_t)(microseconds() / MICROSECONDS);
    if (seconds)
        *seconds = now;
    return now;
}

int __oc_gettimeofday(struct timeval *restrict now, void *restrict zone) {
    (void)zone;
    uint64_t time = microseconds();
    now->tv_sec = (time_t)(time / MICROSECONDS);
    now->tv_usec = (suseconds_t)(time % MICROSECONDS);
    return 0;
}
ALSO_NAMED(gettimeofday);
