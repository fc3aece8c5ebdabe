/* How functions that wait ask whether their thread is cancelled. */
#ifndef LIBC_PTHREAD_CANCEL_H
#define LIBC_PTHREAD_CANCEL_H

#include <stdbool.h>

/* Where a running thread's request to end lies. Null if there is no such thread. */
int *__oc_pthread_request(int number);
_Noreturn void __oc_pthread_leave(void *result);

bool __oc_pthread_is_cancelled(void);
/* Ends a cancelled thread. */
void __oc_pthread_test_cancel(void);
#pragma weak __oc_pthread_is_cancelled
#pragma weak __oc_pthread_test_cancel

static inline void oc_cancellation_point(void) {
    if (__oc_pthread_test_cancel)
        __oc_pthread_test_cancel();
}

/* Whether a wait must end, in which no other thread shall be left without a wake-up. */
static inline bool oc_is_cancelled(void) {
    return __oc_pthread_is_cancelled && __oc_pthread_is_cancelled();
}

#endif
