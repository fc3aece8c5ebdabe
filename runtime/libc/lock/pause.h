/* Waiting for memory that another thread changes: the caller looks at the memory, pauses, and looks
 * again. */
#ifndef LIBC_LOCK_PAUSE_H
#define LIBC_LOCK_PAUSE_H

#include <stdint.h>
#include <time.h>

#include "hal/store.h"

/* The first looks follow each other without a pause. After them, each pause is longer than the one
 * before by an eighth. A thread that waits for long then neither loads the network nor costs the
 * simulator a step in every cycle. The longest pause, about 10,000 cycles, is short in comparison
 * with the waits in which it occurs. */
enum { OC_LOOKS_AT_ONCE = 64, OC_LONGEST_PAUSE = 10000 };

/* Pauses until another thread calls oc_wake(), or for no reason (long_wait.c). */
void __oc_long_pause(void);

/* The cycle in which the timer of the process will send the next signal, which may end a wait; 0:
 * the timer is stopped (posix/timers.c). */
extern volatile uint64_t __oc_end_of_timer;

/* The threads that sleep in __oc_long_pause(). Only programs with waits that may last long contain
 * this list. */
extern struct __oc_sleeper *__oc_sleepers;
void __oc_wake_sleepers(void);
#pragma weak __oc_sleepers
#pragma weak __oc_wake_sleepers

/* Removes the calling thread from the list, and wakes all others. Called before the thread's
 * variables get their initial values again. */
void __oc_leave_sleepers(void);

/* Called after a change for which other threads may wait. */
static inline void oc_wake(void) {
    if (!&__oc_sleepers)
        return;
    hal_acquire(); /* so that the load does not find an old value in a data cache */
    if (__atomic_load_n(&__oc_sleepers, __ATOMIC_RELAXED))
        __oc_wake_sleepers();
}

/* Pauses before the next look. `pause` is 0 before the first one. The pause ends at `deadline` at
 * the latest. */
static inline void oc_pause(unsigned *pause, uint64_t deadline) {
    if (*pause < OC_LOOKS_AT_ONCE) {
        ++*pause;
        return;
    }
    if (*pause >= OC_LONGEST_PAUSE && deadline == HAL_NEVER) {
        __oc_long_pause();
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
