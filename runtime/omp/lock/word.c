/* The two lowest bits of a lock's word are its state. While the lock is taken, the higher bits
 * contain the number + 1 of the last waiting thread, or 0. The block of each waiting thread names
 * the thread that came before it, which makes a list. Only the owner removes threads from this
 * list. The thread that has waited longest is the first to be removed. */
#include "omp/lock/word.h"
#include "omp/team/thread.h"

#include "hal/store.h"
#include "omp/team/block.h"

#define ABOVE 2

static uint32_t taken_with(uint32_t last) {
    return OC_LOCK_TAKEN | last << ABOVE;
}

static hal_address block_of(uint32_t waiting) {
    return hal_thread_block((int)waiting - 1);
}

bool oc_word_test(oc_lock *lock) {
    uint32_t free = OC_LOCK_FREE;
    return __atomic_compare_exchange_n(lock, &free, OC_LOCK_TAKEN, false, __ATOMIC_ACQUIRE,
                                       __ATOMIC_RELAXED);
}

void oc_word_set(oc_lock *lock) {
    if (oc_word_test(lock))
        return;
    if (hal_threads() == 1)
        hal_wait(HAL_NEVER); /* a deadlock: no other thread frees the lock */
    struct oc_block *block = hal_thread_own_block();
    uint32_t me = (uint32_t)hal_thread() + 1, state = __atomic_load_n(lock, __ATOMIC_RELAXED);
    for (;;) {
        bool is_free = state == OC_LOCK_FREE;
        block->lock.given = 0;
        block->lock.before = (uint32_t)(state >> ABOVE);
        /* The owner may read `before` as soon as this thread is in the list. `before` must
         * therefore have arrived by then. */
        oc_flush();
        if (__atomic_compare_exchange_n(lock, &state, is_free ? OC_LOCK_TAKEN : taken_with(me),
                                        false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED)) {
            if (!is_free)
                oc_await(&block->lock.given);
            return;
        }
    }
}

/* Removes the first waiting thread from the list; `state` names the list's last thread. Returns 0
 * if the list has changed. */
static uint32_t take_first(oc_lock *lock, uint32_t state) {
    uint32_t first = state >> ABOVE, next = 0, before;
    while ((before = hal_load(block_of(first) + OC_IN_BLOCK(lock.before)))) {
        next = first;
        first = before;
    }
    if (next)
        hal_store(block_of(next) + OC_IN_BLOCK(lock.before), 0);
    else if (!__atomic_compare_exchange_n(lock, &state, OC_LOCK_TAKEN, false, __ATOMIC_ACQ_REL,
                                          __ATOMIC_RELAXED))
        return 0;
    return first;
}

void oc_word_unset(oc_lock *lock) {
    /* The next owner must see everything that this owner has stored. */
    oc_flush();
    uint32_t state = OC_LOCK_TAKEN, first = 0;
    if (__atomic_compare_exchange_n(lock, &state, OC_LOCK_FREE, false, __ATOMIC_ACQ_REL,
                                    __ATOMIC_RELAXED))
        return;
    while (!first)
        first = take_first(lock, __atomic_load_n(lock, __ATOMIC_ACQUIRE));
    oc_flush();
    hal_store(block_of(first) + OC_IN_BLOCK(lock.given), 1);
}
