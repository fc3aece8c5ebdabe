/* Condition variables and barriers. A waiting thread polls. A wait on a condition may end
 * spuriously. */
#include <errno.h>
#include <pthread.h>

#include "libc/names/weak.h"
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

int __oc_pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex) {
    unsigned before = __atomic_load_n(&condition->signals, __ATOMIC_ACQUIRE);
    __oc_pthread_mutex_unlock(mutex);
    while (__atomic_load_n(&condition->signals, __ATOMIC_ACQUIRE) == before)
        ;
    __oc_pthread_mutex_lock(mutex);
    return 0;
}
ALSO_NAMED(pthread_cond_wait);

/* Waits until a time of CLOCK_REALTIME, which is the same clock as CLOCK_MONOTONIC here. */
int __oc_pthread_cond_timedwait(pthread_cond_t *restrict condition, pthread_mutex_t *restrict mutex,
                                const struct timespec *restrict until) {
    unsigned before = __atomic_load_n(&condition->signals, __ATOMIC_ACQUIRE);
    int result = 0;
    __oc_pthread_mutex_unlock(mutex);
    while (!result && __atomic_load_n(&condition->signals, __ATOMIC_ACQUIRE) == before) {
        struct timespec now;
        clock_gettime(CLOCK_REALTIME, &now);
        if (now.tv_sec > until->tv_sec ||
            (now.tv_sec == until->tv_sec && now.tv_nsec >= until->tv_nsec))
            result = ETIMEDOUT;
    }
    __oc_pthread_mutex_lock(mutex);
    return result;
}
ALSO_NAMED(pthread_cond_timedwait);

WEAK int pthread_condattr_init(pthread_condattr_t *attributes) {
    *attributes = 0;
    return 0;
}

WEAK int pthread_condattr_destroy(pthread_condattr_t *attributes) {
    (void)attributes;
    return 0;
}

WEAK int pthread_condattr_getclock(const pthread_condattr_t *attributes, clockid_t *clock) {
    (void)attributes;
    *clock = CLOCK_REALTIME;
    return 0;
}

WEAK int pthread_condattr_setclock(pthread_condattr_t *attributes, clockid_t clock) {
    (void)attributes, (void)clock;
    return 0;
}

WEAK int pthread_cond_signal(pthread_cond_t *condition) {
    __atomic_fetch_add(&condition->signals, 1, __ATOMIC_RELEASE);
    return 0;
}

WEAK int pthread_cond_broadcast(pthread_cond_t *condition) {
    __atomic_fetch_add(&condition->signals, 1, __ATOMIC_RELEASE);
    return 0;
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
        return PTHREAD_BARRIER_SERIAL_THREAD;
    }
    while (__atomic_load_n(&barrier->round, __ATOMIC_ACQUIRE) == round)
        ;
    return 0;
}
