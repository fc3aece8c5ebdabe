/* The functions of <threads.h>, except those that create threads (create.c), built on POSIX
 * threads. */
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <threads.h>

#include "hal/hal.h"
#include "libc/lock/lock.h"
#include "libc/lock/pause.h"
#include "libc/posix/calls.h"
#include "libc/pthread/names.h"

_Static_assert(sizeof(mtx_t) == sizeof(pthread_mutex_t), "one is the other");
_Static_assert(sizeof(cnd_t) == sizeof(pthread_cond_t), "one is the other");

thrd_t thrd_current(void) {
    return oc_thread_id(hal_thread());
}

int thrd_equal(thrd_t one, thrd_t other) {
    return one == other;
}

int thrd_sleep(const struct timespec *time, struct timespec *rest) {
    return __oc_nanosleep(time, rest);
}

void thrd_yield(void) {}

static pthread_mutex_t *posix(mtx_t *mutex) {
    return (pthread_mutex_t *)mutex;
}

int mtx_init(mtx_t *mutex, int type) {
    unsigned kind = type & mtx_recursive ? PTHREAD_MUTEX_RECURSIVE : PTHREAD_MUTEX_NORMAL;
    *mutex = (mtx_t){0, kind << MUTEX_TYPE};
    return thrd_success;
}

void mtx_destroy(mtx_t *mutex) {
    (void)mutex;
}

int mtx_lock(mtx_t *mutex) {
    __oc_pthread_mutex_lock(posix(mutex));
    return thrd_success;
}

int mtx_trylock(mtx_t *mutex) {
    return __oc_pthread_mutex_trylock(posix(mutex)) ? thrd_busy : thrd_success;
}

int mtx_timedlock(mtx_t *restrict mutex, const struct timespec *restrict until) {
    uint64_t deadline = oc_cycle_of(until);
    if (!oc_is_valid_time(until))
        return mtx_trylock(mutex) == thrd_success ? thrd_success : thrd_error;
    for (unsigned pause = 0; mtx_trylock(mutex) != thrd_success; oc_pause(&pause, deadline))
        if (hal_cycles() >= deadline)
            return thrd_timedout;
    return thrd_success;
}

int mtx_unlock(mtx_t *mutex) {
    __oc_pthread_mutex_unlock(posix(mutex));
    return thrd_success;
}

int cnd_init(cnd_t *condition) {
    *condition = (cnd_t){0, 0};
    return thrd_success;
}

void cnd_destroy(cnd_t *condition) {
    (void)condition;
}

int cnd_wait(cnd_t *condition, mtx_t *mutex) {
    __oc_pthread_cond_wait((pthread_cond_t *)condition, posix(mutex));
    return thrd_success;
}

int cnd_timedwait(cnd_t *restrict condition, mtx_t *restrict mutex,
                  const struct timespec *restrict until) {
    return __oc_pthread_cond_timedwait((pthread_cond_t *)condition, posix(mutex), until)
               ? thrd_timedout
               : thrd_success;
}

int cnd_broadcast(cnd_t *condition) {
    __oc_pthread_cond_wake((pthread_cond_t *)condition, UINT_MAX);
    return thrd_success;
}

int cnd_signal(cnd_t *condition) {
    __oc_pthread_cond_wake((pthread_cond_t *)condition, 1);
    return thrd_success;
}

int tss_create(tss_t *key, tss_dtor_t destroy) {
    return __oc_pthread_key_create(key, destroy) ? thrd_error : thrd_success;
}

void tss_delete(tss_t key) {
    __oc_pthread_key_delete(key);
}

void *tss_get(tss_t key) {
    return __oc_pthread_getspecific(key);
}

int tss_set(tss_t key, void *value) {
    return __oc_pthread_setspecific(key, value) ? thrd_error : thrd_success;
}

/* Calls `run` once for each flag. Another thread that calls this function meanwhile waits. `run`
 * may itself use other flags. */
void call_once(once_flag *once, void (*run)(void)) {
    static struct __lock lock;
    for (unsigned pause = 0; !__oc_lock_try(&lock);)
        oc_pause(&pause, HAL_NEVER);
    if (!*once) {
        *once = 1;
        run();
    }
    __oc_lock_release(&lock);
    oc_wake();
}
