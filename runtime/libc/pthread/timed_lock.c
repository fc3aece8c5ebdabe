/* Locks with a time limit. All clocks show the same time. A waiting thread polls. */
#include <errno.h>
#include <pthread.h>
#include <stdbool.h>

#include "libc/lock/lock.h"
#include "libc/lock/pause.h"
#include "libc/names/weak.h"
#include "libc/posix/calls.h"
#include "libc/pthread/names.h"

/* The time is checked only if the lock is not free (POSIX). */
#define UNTIL(try)                                                                                 \
    if (!(try))                                                                                    \
        return 0;                                                                                  \
    if (!oc_is_valid_time(until))                                                                  \
        return EINVAL;                                                                             \
    uint64_t deadline = oc_cycle_of(until);                                                        \
    for (unsigned pause = 0; try; oc_pause(&pause, deadline))                                      \
        if (hal_cycles() >= deadline)                                                              \
            return ETIMEDOUT;                                                                      \
    return 0

WEAK int pthread_mutex_timedlock(pthread_mutex_t *mutex, const struct timespec *until) {
    if (mutex->depth >> MUTEX_TYPE == PTHREAD_MUTEX_ERRORCHECK &&
        __atomic_load_n(&mutex->owner, __ATOMIC_RELAXED) == __oc_lock_self())
        return EDEADLK;
    UNTIL(__oc_pthread_mutex_trylock(mutex));
}

WEAK int pthread_rwlock_timedrdlock(pthread_rwlock_t *lock, const struct timespec *until) {
    UNTIL(pthread_rwlock_tryrdlock(lock));
}

WEAK int pthread_rwlock_timedwrlock(pthread_rwlock_t *lock, const struct timespec *until) {
    UNTIL(pthread_rwlock_trywrlock(lock));
}

/* Defines a function of glibc that waits until a time of the clock `clock`. */
#define WITH_CLOCK(object, clocked, timed)                                                         \
    WEAK int pthread_##object##_##clocked(pthread_##object##_t *lock, clockid_t clock,             \
                                          const struct timespec *until) {                          \
        return oc_wait_clock_error(clock) ?: pthread_##object##_##timed(lock, until);              \
    }

WITH_CLOCK(mutex, clocklock, timedlock)
WITH_CLOCK(rwlock, clockrdlock, timedrdlock)
WITH_CLOCK(rwlock, clockwrlock, timedwrlock)
