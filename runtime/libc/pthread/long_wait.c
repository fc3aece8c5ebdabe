/* Waits that last long. If all threads of a process wait, none of them can end the wait of another.
 * They then all sleep, so that the simulator reports a deadlock and the source lines of the
 * waits. */
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

/* Called by a thread that waits for long. Finds out whether all threads of the process do so, and
 * none can go on.
 *
 * In each round, every such thread looks at memory once more. A new round begins when another
 * thread begins to wait for long, or when the number of threads changes. A thread changes memory
 * for others only between two waits. So once all threads have looked in one round without success,
 * no memory has changed since the round began, and none will change. `*pause` contains the last
 * round in which the calling thread has looked. In a program with timers there is no such deadlock,
 * because a signal may end any wait. */
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
