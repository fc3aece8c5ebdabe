/* POSIX functions about threads, which OpenMP or create.c has started. */
#include <errno.h>
#include <pthread.h>
#include <signal.h>

#include "hal/hal.h"
#include "libc/lock/lock.h"
#include "libc/names/weak.h"
#include "libc/posix/calls.h"
#include "libc/pthread/names.h"
#include "libc/pthread/pause.h"

WEAK int pthread_kill(pthread_t thread, int signal) {
    return thread != oc_thread_id(hal_thread()) ? ESRCH : __oc_kill(0, signal) ? EINVAL : 0;
}

WEAK pthread_t pthread_self(void) {
    return oc_thread_id(hal_thread());
}

WEAK int pthread_equal(pthread_t one, pthread_t other) {
    return one == other;
}

static struct __lock once_lock;

WEAK int pthread_once(pthread_once_t *once, void (*run)(void)) {
    for (unsigned pause = 0; !__oc_lock_try(&once_lock);)
        oc_pause(&pause, HAL_NEVER);
    if (!*once) {
        *once = 1;
        run();
    }
    __oc_lock_release(&once_lock);
    return 0;
}

WEAK int pthread_attr_init(pthread_attr_t *attributes) {
    *attributes = (pthread_attr_t){.__policy = SCHED_OTHER};
    return 0;
}

WEAK int pthread_attr_destroy(pthread_attr_t *attributes) {
    (void)attributes;
    return 0;
}

WEAK int pthread_attr_setdetachstate(pthread_attr_t *attributes, int state) {
    if (state != PTHREAD_CREATE_JOINABLE && state != PTHREAD_CREATE_DETACHED)
        return EINVAL;
    attributes->__detached = state;
    return 0;
}

WEAK int pthread_attr_getdetachstate(const pthread_attr_t *attributes, int *state) {
    *state = attributes->__detached;
    return 0;
}

WEAK int pthread_sigmask(int how, const sigset_t *set, sigset_t *before) {
    return sigprocmask(how, set, before);
}

/* A thread has its core for itself, so it yields to nobody. */
WEAK int pthread_yield(void) {
    return 0;
}

/* Processes have no children, so these functions are never called. */
WEAK int pthread_atfork(void (*before)(void), void (*parent)(void), void (*child)(void)) {
    (void)before, (void)parent, (void)child;
    return 0;
}
