/* POSIX functions about threads, which OpenMP or create.c has started. */
#include <errno.h>
#include <pthread.h>
#include <signal.h>

#include "hal/hal.h"
#include "libc/lock/lock.h"
#include "libc/lock/pause.h"
#include "libc/names/weak.h"
#include "libc/posix/absent.h"
#include "libc/posix/calls.h"
#include "libc/pthread/cancel.h"
#include "libc/pthread/names.h"

/* Only programs that create threads contain this function. In other programs, its address is
 * null. */
#pragma weak __oc_pthread_request

static bool is_running(pthread_t thread) {
    int number = oc_thread_number(thread);
    return oc_is_thread(thread) &&
           (!number || !__oc_pthread_request || __oc_pthread_request(number));
}

/* Another thread can get only a signal for which it waits in sigwait(), or a signal that ends the
 * process. It cannot be interrupted, and so runs no handler. */
WEAK int pthread_kill(pthread_t thread, int signal) {
    static bool said;
    int before = errno;
    if (thread != oc_thread_id(hal_thread())) {
        if (!is_running(thread))
            return ESRCH;
        if (__oc_runs_handler(signal)) {
            __oc_absent(&said, "pthread_kill", "whose threads run no handlers for other threads");
            errno = before;
            return ENOSYS;
        }
    }
    int error = __oc_kill(0, signal) ? EINVAL : 0;
    errno = before;
    return error;
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
    oc_wake();
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
    int saved = errno, error = __oc_sigprocmask(how, set, before) ? errno : 0;
    errno = saved;
    return error;
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
