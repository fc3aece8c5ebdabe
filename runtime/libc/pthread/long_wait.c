/* Waits that last long. If all threads of a process wait, none can end another's wait. Then all of
 * them sleep, so that the simulator reports a deadlock and the lines of the program. */
#include <stdbool.h>

#include "libc/lock/lock.h"
#include "libc/posix/calls.h"
#include "libc/pthread/names.h"
#include "libc/pthread/pause.h"

/* In a program with regions of OpenMP, any core of the process may run a thread. */
static unsigned count_threads(void) {
    if (oc_has_regions())
        return (unsigned)hal_threads();
    return &__oc_pthread_count ? __atomic_load_n(&__oc_pthread_count, __ATOMIC_ACQUIRE) : 1;
}

/* In each round, every thread that waits for long looks once more, in vain. A round ends without a
 * result as soon as a thread begins to wait for long, or the number of threads changes. A thread
 * that has waited changes memory for others only between two waits. So when all threads have looked
 * in one round, no memory has changed since the round began, and none will change. The last round
 * in which a thread has looked is in its `pause`. A timer may end any wait by its signal. */
uint64_t __oc_end_of_long_pause(unsigned *pause) {
    enum { ROUNDS = 1 << 20 };
    static struct __lock lock;
    static unsigned round, looked, threads;
    static bool is_deadlock;
    unsigned count = count_threads();
    if (*pause != ROUNDS + __atomic_load_n(&round, __ATOMIC_ACQUIRE) ||
        count != __atomic_load_n(&threads, __ATOMIC_ACQUIRE)) {
        __oc_lock_acquire(&lock);
        if (*pause < ROUNDS || count != threads) {
            __atomic_store_n(&round, (round + 1) % ROUNDS, __ATOMIC_RELEASE);
            __atomic_store_n(&threads, count, __ATOMIC_RELEASE);
            looked = 0;
        }
        looked += *pause != ROUNDS + round;
        *pause = ROUNDS + round;
        __atomic_store_n(&is_deadlock, looked == count && !&__oc_alarms, __ATOMIC_RELEASE);
        __oc_lock_release(&lock);
    }
    bool waits_for_ever = __atomic_load_n(&is_deadlock, __ATOMIC_ACQUIRE);
    return waits_for_ever ? HAL_NEVER : hal_cycles() + OC_LONGEST_PAUSE;
}
