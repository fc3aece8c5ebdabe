/* Locks with a time limit. All clocks show the same time. A waiting thread polls. */
#include <errno.h>
#include <pthread.h>
#include <stdbool.h>

#include "libc/lock/lock.h"
#include "libc/names/weak.h"
#include "libc/pthread/names.h"

static bool is_over(const struct timespec *until) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return now.tv_sec > until->tv_sec ||
           (now.tv_sec == until->tv_sec && now.tv_nsec >= until->tv_nsec);
}

/* The time is examined only if the lock is not free (POSIX). */
#define UNTIL(try)                                                                                 \
    while (try)                                                                                    \
        if (until->tv_nsec < 0 || until->tv_nsec >= 1000000000)                                    \
            return EINVAL;                                                                         \
        else if (is_over(until))                                                                   \
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

/* The functions of glibc that name the clock. */
#define WITH_CLOCK(object, clocked, timed)                                                         \
    WEAK int pthread_##object##_##clocked(pthread_##object##_t *lock, clockid_t clock,             \
                                          const struct timespec *until) {                          \
        (void)clock;                                                                               \
        return pthread_##object##_##timed(lock, until);                                            \
    }

WITH_CLOCK(mutex, clocklock, timedlock)
WITH_CLOCK(rwlock, clockrdlock, timedrdlock)
WITH_CLOCK(rwlock, clockwrlock, timedwrlock)
