/* The pool of tokens for locks, if tokens are hardware mutexes (lock=mutex). */
#include "omp/lock/pool.h"

#include "omp/lock/mutex.h"
#include "omp/team/thread.h"

/* An upper bound for the mutexes of any chip. `taken` has a bit for each mutex, set while the mutex
 * is in use. */
#define MOST_MUTEXES 1024
static uint32_t taken[MOST_MUTEXES / 32] = {(1 << OC_MUTEXES_FIXED) - 1};

void oc_pool_open(void) {
    oc_thread.critical = oc_mutex(OC_MUTEX_CRITICAL);
    oc_thread.atomic = oc_mutex(OC_MUTEX_ATOMIC);
}

void oc_pool_start(void) {
    if (!oc_thread.critical)
        oc_pool_open();
}

hal_address oc_pool_take(void) {
    /* The thread's block is set here, because the program may use locks before its first region. */
    if (hal_threads() > 1)
        oc_thread.block = hal_thread_own_block();
    int mutexes = oc_mutexes();
    for (int i = 0; i < mutexes && i < MOST_MUTEXES; i++) {
        uint32_t bit = (uint32_t)1 << i % 32;
        if (!(__atomic_fetch_or(&taken[i / 32], bit, __ATOMIC_ACQUIRE) & bit))
            return oc_mutex(i);
    }
    return 0;
}

void oc_pool_give(hal_address mutex) {
    int i = 0;
    while (oc_mutex(i) != mutex)
        i++;
    __atomic_fetch_and(&taken[i / 32], ~((uint32_t)1 << i % 32), __ATOMIC_RELEASE);
}
