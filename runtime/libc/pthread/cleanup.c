/* Cleanup handlers, which a thread calls when it ends early (pthread_cleanup_push()). */
#include <pthread.h>

#include "libc/pthread/names.h"

/* The handler that the thread has pushed last. Handlers are on the thread's stack. */
static _Thread_local struct __oc_cleanup *latest;

void __oc_pthread_push(struct __oc_cleanup *cleanup) {
    cleanup->next = latest;
    latest = cleanup;
}

void __oc_pthread_pop(struct __oc_cleanup *cleanup, int runs) {
    latest = cleanup->next;
    if (runs)
        cleanup->run(cleanup->argument);
}

void __oc_pthread_pop_all(void) {
    while (latest)
        __oc_pthread_pop(latest, 1);
}
