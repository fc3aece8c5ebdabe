/* pthread_once() for programs with parts in C++, where std::call_once() calls it. If an exception
 * leaves the function `run`, the next call runs it again. */
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

#include "libc/lock/pause.h"

enum { NEW, RUNNING, DONE };

static void set(pthread_once_t *once, int state) {
    __atomic_store_n(once, state, __ATOMIC_RELEASE);
    oc_wake();
}

static void forget(pthread_once_t **running) {
    if (*running)
        set(*running, NEW);
}

int pthread_once(pthread_once_t *once, void (*run)(void)) {
    for (unsigned pause = 0;; oc_pause(&pause, HAL_NEVER)) {
        int state = NEW;
        if (__atomic_compare_exchange_n(once, &state, RUNNING, false, __ATOMIC_ACQUIRE,
                                        __ATOMIC_ACQUIRE)) {
            pthread_once_t *running __attribute__((cleanup(forget))) = once;
            run();
            running = NULL;
            set(once, DONE);
            return 0;
        }
        if (state == DONE)
            return 0;
    }
}
