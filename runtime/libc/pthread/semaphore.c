/* Semaphores. A waiting thread polls. */
#include <errno.h>
#include <semaphore.h>
#include <stdbool.h>

#include "libc/lock/pause.h"
#include "libc/names/weak.h"
#include "libc/posix/calls.h"
#include "libc/pthread/cancel.h"

/* Processes share no memory. A semaphore that is marked as shared among processes therefore serves
 * the threads of one process only, as a shared lock does. */
WEAK int sem_init(sem_t *semaphore, int shared, unsigned value) {
    (void)shared;
    if (value > SEM_VALUE_MAX) {
        errno = EINVAL;
        return -1;
    }
    semaphore->value = (int)value;
    return 0;
}

WEAK int sem_destroy(sem_t *semaphore) {
    (void)semaphore;
    return 0;
}

/* Returns the value of a semaphore. The load has an acquire fence. On cores with data caches, this
 * lets the caller's next look see what other threads have stored since. */
static int value_of(const sem_t *semaphore) {
    return __atomic_load_n(&semaphore->value, __ATOMIC_ACQUIRE);
}

static bool take(sem_t *semaphore) {
    int value = value_of(semaphore);
    return value > 0 && __atomic_compare_exchange_n(&semaphore->value, &value, value - 1, false,
                                                    __ATOMIC_ACQUIRE, __ATOMIC_RELAXED);
}

WEAK int sem_wait(sem_t *semaphore) {
    for (unsigned pause = 0; !take(semaphore); oc_pause(&pause, HAL_NEVER))
        oc_cancellation_point();
    return 0;
}

WEAK int sem_trywait(sem_t *semaphore) {
    /* If take() fails, another thread has changed the value, so read it again. */
    while (value_of(semaphore) > 0)
        if (take(semaphore))
            return 0;
    errno = EAGAIN;
    return -1;
}

WEAK int sem_timedwait(sem_t *restrict semaphore, const struct timespec *restrict until) {
    /* The time is checked only if the semaphore is not free (POSIX). */
    if (take(semaphore))
        return 0;
    if (!oc_is_valid_time(until)) {
        errno = EINVAL;
        return -1;
    }
    uint64_t deadline = oc_cycle_of(until);
    for (unsigned pause = 0; !take(semaphore); oc_pause(&pause, deadline)) {
        oc_cancellation_point();
        if (hal_cycles() >= deadline) {
            errno = ETIMEDOUT;
            return -1;
        }
    }
    return 0;
}

/* The clock does not matter, because all clocks show the same time. */
WEAK int sem_clockwait(sem_t *restrict semaphore, clockid_t clock,
                       const struct timespec *restrict until) {
    if (oc_wait_clock_error(clock)) {
        errno = EINVAL;
        return -1;
    }
    return sem_timedwait(semaphore, until);
}

WEAK int sem_post(sem_t *semaphore) {
    if (value_of(semaphore) == SEM_VALUE_MAX) {
        errno = EOVERFLOW;
        return -1;
    }
    __atomic_fetch_add(&semaphore->value, 1, __ATOMIC_RELEASE);
    oc_wake();
    return 0;
}

WEAK int sem_getvalue(sem_t *restrict semaphore, int *restrict value) {
    *value = value_of(semaphore);
    return 0;
}
