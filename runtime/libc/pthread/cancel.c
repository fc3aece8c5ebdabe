/* Cancelling threads. Cancellation is deferred to the points at which a thread waits or calls
 * pthread_testcancel() (POSIX, section 2.9.5). This file is linked only into programs that cancel
 * threads, so other programs need no test. */
#include "libc/pthread/cancel.h"

#include <errno.h>
#include <pthread.h>
#include <stddef.h>

#include "hal/hal.h"
#include "libc/lock/pause.h"
#include "libc/names/weak.h"
#include "libc/pthread/names.h"

/* Only programs that create threads contain these functions. In other programs, their addresses are
 * null. */
#pragma weak __oc_pthread_request
#pragma weak __oc_pthread_leave

static _Thread_local int state, type;

bool __oc_pthread_is_cancelled(void) {
    int *request = __oc_pthread_request ? __oc_pthread_request(hal_thread()) : NULL;
    return state == PTHREAD_CANCEL_ENABLE && request && __atomic_load_n(request, __ATOMIC_ACQUIRE);
}

void __oc_pthread_test_cancel(void) {
    if (__oc_pthread_is_cancelled()) {
        state = PTHREAD_CANCEL_DISABLE;
        __oc_pthread_leave(PTHREAD_CANCELED);
    }
}

WEAK void pthread_testcancel(void) {
    __oc_pthread_test_cancel();
}

WEAK int pthread_cancel(pthread_t thread) {
    int *request = __oc_pthread_request ? __oc_pthread_request(oc_thread_number(thread)) : NULL;
    if (!request)
        return ESRCH;
    __atomic_store_n(request, 1, __ATOMIC_RELEASE);
    oc_wake();
    return 0;
}

static int set(int *what, int value, int *before) {
    if (value != 0 && value != 1)
        return EINVAL;
    if (before)
        *before = *what;
    *what = value;
    return 0;
}

WEAK int pthread_setcancelstate(int value, int *before) {
    return set(&state, value, before);
}

/* Cancellation of the asynchronous type is also deferred. */
WEAK int pthread_setcanceltype(int value, int *before) {
    return set(&type, value, before);
}
