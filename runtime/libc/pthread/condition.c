/* Condition variables and barriers. A waiting thread polls: it takes a ticket from `waiting`, and
 * continues when `signals` is above the ticket. So a signal wakes only the thread that has waited
 * longest; programs that do not test their condition again expect this. */
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <stdbool.h>

#include "libc/lock/pause.h"
#include "libc/names/weak.h"
#include "libc/posix/calls.h"
#include "libc/pthread/cancel.h"
#include "libc/pthread/names.h"

WEAK int pthread_cond_init(pthread_cond_t *condition, const pthread_condattr_t *attributes) {
    (void)attributes;
    *condition = (pthread_cond_t)PTHREAD_COND_INITIALIZER;
    return 0;
}

WEAK int pthread_cond_destroy(pthread_cond_t *condition) {
    (void)condition;
    return 0;
}

int __oc_pthread_cond_wake(pthread_cond_t *condition, unsigned most) {
    unsigned awake = __atomic_load_n(&condition->signals, __ATOMIC_RELAXED), count;
    do {
        count = __atomic_load_n(&condition->waiting, __ATOMIC_ACQUIRE) - awake;
        count = count < most ? count : most;
    } while (count && !__atomic_compare_exchange_n(&condition->signals, &awake, awake + count,
                                                   false, __ATOMIC_RELEASE, __ATOMIC_RELAXED));
    oc_wake();
    return 0;
}

static bool is_awake(const pthread_cond_t *condition, unsigned number) {
    return (int)(__atomic_load_n(&condition->signals, __ATOMIC_ACQUIRE) - number) > 0;
}

int __oc_pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex) {
    unsigned number = __atomic_fetch_add(&condition->waiting, 1, __ATOMIC_RELEASE);
    __oc_pthread_mutex_unlock(mutex);
    unsigned pause = 0;
    while (!is_awake(condition, number)) {
        if (oc_is_cancelled())
            __oc_pthread_cond_wake(condition, UINT_MAX);
        else
            oc_pause(&pause, HAL_NEVER);
    }
    __oc_pthread_mutex_lock(mutex);
    oc_cancellation_point();
    return 0;
}
ALSO_NAMED(pthread_cond_wait);

/* Waits until a time of CLOCK_REALTIME, which is the same clock as CLOCK_MONOTONIC here. A thread
 * that stops waiting before it is woken wakes all waiting threads. Otherwise a later signal could
 * be used up by the ticket of this thread. */
int __oc_pthread_cond_timedwait(pthread_cond_t *restrict condition, pthread_mutex_t *restrict mutex,
                                const struct timespec *restrict until) {
    if (!oc_is_valid_time(until))
        return EINVAL;
    uint64_t deadline = oc_cycle_of(until);
    unsigned number = __atomic_fetch_add(&condition->waiting, 1, __ATOMIC_RELEASE), pause = 0;
    int result = 0;
    __oc_pthread_mutex_unlock(mutex);
    while (!result && !is_awake(condition, number)) {
        if (hal_cycles() >= deadline || oc_is_cancelled())
            result = ETIMEDOUT;
        else
            oc_pause(&pause, deadline);
    }
    if (result)
        __oc_pthread_cond_wake(condition, UINT_MAX);
    __oc_pthread_mutex_lock(mutex);
    oc_cancellation_point();
    return result;
}
ALSO_NAMED(pthread_cond_timedwait);

WEAK int pthread_cond_clockwait(pthread_cond_t *restrict condition, pthread_mutex_t *restrict mutex,
                                clockid_t clock, const struct timespec *restrict until) {
    return oc_wait_clock_error(clock) ?: __oc_pthread_cond_timedwait(condition, mutex, until);
}

WEAK int pthread_condattr_init(pthread_condattr_t *attributes) {
    *attributes = 0;
    return 0;
}

WEAK int pthread_condattr_destroy(pthread_condattr_t *attributes) {
    (void)attributes;
    return 0;
}

/* These bits of the attributes contain the clock that a program has set. It has no effect; programs
 * can only ask for it. The bit above them is the attribute for sharing among processes
 * (attributes.c). */
enum { CLOCK_BITS = 0xff };

WEAK int pthread_condattr_getclock(const pthread_condattr_t *attributes, clockid_t *clock) {
    int kept = *attributes & CLOCK_BITS;
    *clock = kept ? (clockid_t)kept : CLOCK_REALTIME;
    return 0;
}

WEAK int pthread_condattr_setclock(pthread_condattr_t *attributes, clockid_t clock) {
    if (clock != CLOCK_REALTIME && clock != CLOCK_MONOTONIC)
        return EINVAL;
    *attributes = (*attributes & ~CLOCK_BITS) | (int)clock;
    return 0;
}

WEAK int pthread_cond_signal(pthread_cond_t *condition) {
    return __oc_pthread_cond_wake(condition, 1);
}

WEAK int pthread_cond_broadcast(pthread_cond_t *condition) {
    return __oc_pthread_cond_wake(condition, UINT_MAX);
}

WEAK int pthread_barrier_init(pthread_barrier_t *barrier, const pthread_barrierattr_t *attributes,
                              unsigned count) {
    (void)attributes;
    *barrier = (pthread_barrier_t){.count = count};
    return count ? 0 : EINVAL;
}

WEAK int pthread_barrier_destroy(pthread_barrier_t *barrier) {
    (void)barrier;
    return 0;
}

WEAK int pthread_barrier_wait(pthread_barrier_t *barrier) {
    unsigned round = __atomic_load_n(&barrier->round, __ATOMIC_ACQUIRE);
    if (__atomic_add_fetch(&barrier->arrived, 1, __ATOMIC_ACQ_REL) == barrier->count) {
        __atomic_store_n(&barrier->arrived, 0, __ATOMIC_RELAXED);
        __atomic_store_n(&barrier->round, round + 1, __ATOMIC_RELEASE);
        oc_wake();
        return PTHREAD_BARRIER_SERIAL_THREAD;
    }
    for (unsigned pause = 0; __atomic_load_n(&barrier->round, __ATOMIC_ACQUIRE) == round;)
        oc_pause(&pause, HAL_NEVER);
    return 0;
}
