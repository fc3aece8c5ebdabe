/* pthread_once() for programs with parts in C++, where std::call_once() calls it. If an exception
 * leaves the function `run`, the next call runs it again. */
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

enum { NEW, RUNNING, DONE };

static void forget(pthread_once_t **running) {
    if (*running)
        __atomic_store_n(*running, NEW, __ATOMIC_RELEASE);
}

int pthread_once(pthread_once_t *once, void (*run)(void)) {
    for (;;) {
        int state = NEW;
        if (__atomic_compare_exchange_n(once, &state, RUNNING, false, __ATOMIC_ACQUIRE,
                                        __ATOMIC_ACQUIRE)) {
            pthread_once_t *running __attribute__((cleanup(forget))) = once;
            run();
            running = NULL;
            __atomic_store_n(once, DONE, __ATOMIC_RELEASE);
            return 0;
        }
        if (state == DONE)
            return 0;
    }
}
