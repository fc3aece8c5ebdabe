/* The test for cancellation in functions that wait. */
#ifndef LIBC_PTHREAD_CANCEL_H
#define LIBC_PTHREAD_CANCEL_H

#include <stdbool.h>

/* Returns the address of the flag that requests the cancellation of thread `number`; null if this
 * thread is not running. */
int *__oc_pthread_request(int number);
_Noreturn void __oc_pthread_leave(void *result);

bool __oc_pthread_is_cancelled(void);
/* Ends the calling thread if it has been cancelled. */
void __oc_pthread_test_cancel(void);
#pragma weak __oc_pthread_is_cancelled
#pragma weak __oc_pthread_test_cancel

static inline void oc_cancellation_point(void) {
    if (__oc_pthread_test_cancel)
        __oc_pthread_test_cancel();
}

/* Whether the calling thread is cancelled. Functions use this test if they must do something before
 * they end the thread, such as waking other threads. */
static inline bool oc_is_cancelled(void) {
    return __oc_pthread_is_cancelled && __oc_pthread_is_cancelled();
}

#endif
