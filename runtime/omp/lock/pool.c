#include "omp/lock/pool.h"

#include "hal/store.h"
#include "omp/team/thread.h"

#define MOST_THREADS 1024

/* `opened` is the number of threads that have opened their queues; `is_started` says whether the
 * queues of thread 0 are open. */
static int opened;
static bool is_started;

/* A bit for each queue, set while the queue is in use. */
static uint32_t taken[MOST_THREADS * HAL_THREAD_QUEUES / 32] = {(1 << OC_QUEUES_FIXED) - 1};

hal_address oc_pool_queue(int thread, int which) {
    return hal_thread_queue(thread, hal_thread_queues() - HAL_THREAD_QUEUES + which);
}

void oc_pool_open(void) {
    struct oc_block *block = hal_thread_own_block();
    int thread = hal_thread(), first = hal_thread_queues() - HAL_THREAD_QUEUES;
    for (int i = 0; i < HAL_THREAD_QUEUES; i++) {
        hal_thread_queue_open(first + i, HAL_MULTIPLE_READER, block->lock_rings.ring[i],
                              OC_LOCK_READERS, sizeof block->lock_rings.ring[i][0]);
        hal_enqueue_word(oc_pool_queue(thread, i), 1);
    }
    __atomic_fetch_add(&opened, 1, __ATOMIC_RELEASE);
    oc_thread.critical = oc_pool_queue(0, OC_QUEUE_CRITICAL);
    oc_thread.atomic = oc_pool_queue(0, OC_QUEUE_ATOMIC);
}

void oc_pool_start(void) {
    if (!is_started) {
        is_started = true;
        oc_pool_open();
    }
}

/* The number of queues that locks may use. Until all threads have opened their queues, locks use
 * only those of thread 0. */
static int open_queues(void) {
    int threads = hal_threads();
    bool are_all = __atomic_load_n(&opened, __ATOMIC_ACQUIRE) == threads;
    return (are_all ? threads : 1) * HAL_THREAD_QUEUES;
}

hal_address oc_pool_take(void) {
    if (hal_threads() == 1)
        return 0;
    oc_pool_start();
    int queues = open_queues();
    for (int i = 0; i < queues; i++) {
        uint32_t bit = (uint32_t)1 << i % 32, *word = &taken[i / 32];
        uint32_t used = __atomic_load_n(word, __ATOMIC_RELAXED);
        if (used == UINT32_MAX)
            i |= 31; /* All queues of this word are in use. */
        else if (!(used & bit) && !(__atomic_fetch_or(word, bit, __ATOMIC_ACQUIRE) & bit))
            return oc_pool_queue(i / HAL_THREAD_QUEUES, i % HAL_THREAD_QUEUES);
    }
    return 0;
}

void oc_pool_give(hal_address queue) {
    int threads = open_queues() / HAL_THREAD_QUEUES;
    hal_address size = oc_pool_queue(0, 1) - oc_pool_queue(0, 0);
    for (int thread = 0; thread < threads; thread++) {
        hal_address distance = queue - oc_pool_queue(thread, 0);
        if (distance < HAL_THREAD_QUEUES * size) {
            unsigned i = (unsigned)thread * HAL_THREAD_QUEUES + (unsigned)(distance / size);
            __atomic_fetch_and(&taken[i / 32], ~((uint32_t)1 << i % 32), __ATOMIC_RELEASE);
            return;
        }
    }
}
