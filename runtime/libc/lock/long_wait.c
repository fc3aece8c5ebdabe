/* Waits that last long. The waiting thread sleeps without a deadline until another thread wakes it.
 * So the simulator sees when all threads of all processes wait for ever, and reports the source
 * lines of their waits. */
#include <stddef.h>

#include "hal/store.h"
#include "libc/lock/pause.h"

/* A store arrives within this number of cycles, even if memory controllers are slow and the network
 * is full. */
enum { LONGEST_TRANSIT = 500000 };

/* A thread that sleeps, or is about to. It writes `next` itself; the thread that has taken the list
 * reads `next`, and then sets `woken`. */
struct __oc_sleeper {
    struct __oc_sleeper *next;
    uint32_t woken;
};

struct __oc_sleeper *__oc_sleepers;
volatile uint64_t __oc_end_of_timer;
static _Thread_local struct __oc_sleeper own = {.woken = 1};

/* The first call puts the thread into the list, and the next one sleeps. In between, the caller
 * looks once more, after a pause. Another thread that changes memory looks at the list after the
 * change. If it does not find this thread there, its change arrives before the pause ends, and the
 * caller sees it. Otherwise it wakes this thread. */
void __oc_long_pause(void) {
    /* While a timer of the process runs, its signal may end the wait. It may come just before
     * hal_wait(), which would miss it. */
    uint64_t deadline = __oc_end_of_timer ? hal_cycles() + OC_LONGEST_PAUSE : HAL_NEVER;
    if (hal_threads() == 1) {
        hal_wait(deadline);
        return;
    }
    if (own.woken) {
        own.woken = 0;
        own.next = __atomic_load_n(&__oc_sleepers, __ATOMIC_RELAXED);
        while (!__atomic_compare_exchange_n(&__oc_sleepers, &own.next, &own, true, __ATOMIC_RELEASE,
                                            __ATOMIC_RELAXED))
            ;
        uint64_t end = __oc_end_of_timer ? deadline : hal_cycles() + LONGEST_TRANSIT;
        for (; hal_cycles() < end; hal_wait(end)) {
            hal_arm(&own.woken, sizeof own.woken);
            if (hal_observe(&own.woken))
                break;
        }
        return;
    }
    hal_arm(&own.woken, sizeof own.woken);
    if (!hal_observe(&own.woken))
        hal_wait(deadline);
}

void __oc_wake_sleepers(void) {
    struct __oc_sleeper *each = __atomic_exchange_n(&__oc_sleepers, NULL, __ATOMIC_ACQUIRE), *next;
    for (; each; each = next) {
        next = each->next;
        if (each != &own) {
            hal_store(hal_thread_global(&each->woken), 1);
            continue;
        }
        /* A handler of an interrupt runs on the sleeping thread's core. */
        own.woken = 1;
        hal_stay_awake();
    }
}

void __oc_leave_sleepers(void) {
    __oc_wake_sleepers();
    while (!hal_observe(&own.woken))
        ;
}
