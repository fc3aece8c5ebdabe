/* Waiting for memory that another thread changes: the caller looks at the memory, pauses, and looks
 * again. */
#ifndef LIBC_PTHREAD_PAUSE_H
#define LIBC_PTHREAD_PAUSE_H

#include <stdint.h>
#include <time.h>

#include "hal/hal.h"

/* The first looks follow each other without a pause. After them, each pause is longer than the one
 * before by an eighth. A thread that waits for long then neither loads the network nor costs the
 * simulator a step in every cycle. The longest pause, about 10,000 cycles, is short in comparison
 * with the waits in which it occurs. */
enum { OC_LOOKS_AT_ONCE = 64, OC_LONGEST_PAUSE = 10000 };

/* Returns the cycle in which a long pause ends. It is HAL_NEVER if all threads of the process wait
 * for each other (long_wait.c). */
uint64_t __oc_end_of_long_pause(unsigned *pause);

/* Pauses before the next look. `pause` is 0 before the first one. The pause ends at `deadline` at
 * the latest. */
static inline void oc_pause(unsigned *pause, uint64_t deadline) {
    if (*pause < OC_LOOKS_AT_ONCE) {
        ++*pause;
        return;
    }
    if (*pause >= OC_LONGEST_PAUSE && deadline == HAL_NEVER) {
        hal_wait(__oc_end_of_long_pause(pause));
        return;
    }
    uint64_t until = hal_cycles() + *pause;
    hal_wait(until < deadline ? until : deadline);
    if (*pause < OC_LONGEST_PAUSE)
        *pause += *pause / 8;
}

/* Pauses before the next look at a lock. If the lock has changed hands since the last look, pauses
 * are short again, so that a thread that has waited for long looks as often as the others. */
static inline void oc_pause_again(unsigned *pause, int has_changed) {
    if (has_changed && *pause > OC_LOOKS_AT_ONCE)
        *pause = OC_LOOKS_AT_ONCE;
    oc_pause(pause, HAL_NEVER);
}

static inline int oc_is_valid_time(const struct timespec *time) {
    return time->tv_nsec >= 0 && time->tv_nsec < 1000000000;
}

/* Returns the first cycle in which the clocks show at least `time`. All clocks show the same
 * time. */
static inline uint64_t oc_cycle_of(const struct timespec *time) {
    uint64_t frequency = hal_cycles_per_second();
    if (time->tv_sec < 0)
        return 0;
    if ((uint64_t)time->tv_sec > UINT64_MAX / 2 / frequency)
        return HAL_NEVER;
    return (uint64_t)time->tv_sec * frequency +
           ((uint64_t)time->tv_nsec * (frequency / 1000000) + 999) / 1000;
}

#endif
