/* What a lock is made of. Who has its token has the lock. The mechanism `lock` says what it is
 * (docs/openmp.md): an element in a queue for many readers, first come, first served; or a hardware
 * mutex. */
#ifndef OMP_LOCK_TOKEN_H
#define OMP_LOCK_TOKEN_H

#include <stdbool.h>

#include "hal/hal.h"

#ifdef OC_LOCK_MUTEX

static inline void oc_token_take(hal_address mutex) {
    hal_mutex_lock(mutex);
    __asm__ volatile("" ::: "memory");
}

static inline void oc_token_give(hal_address mutex) {
    hal_mutex_unlock(mutex);
}

static inline bool oc_token_try(hal_address mutex) {
    return hal_mutex_try(mutex);
}

/* Whoever has it should have given it back. */
static inline void oc_token_reset(hal_address mutex) {
    (void)hal_mutex_try(mutex);
    hal_mutex_unlock(mutex);
}

#else

static inline void oc_token_take(hal_address queue) {
    (void)hal_dequeue_word(queue);
    __asm__ volatile("" ::: "memory");
}

static inline void oc_token_give(hal_address queue) {
    /* The next owner sees what this one has stored. */
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    hal_enqueue_word(queue, 1);
}

static inline bool oc_token_try(hal_address queue) {
    uint32_t token;
    return hal_try_dequeue(queue, &token, sizeof token);
}

/* Whoever has it should have given it back. */
static inline void oc_token_reset(hal_address queue) {
    if (hal_queue_count(queue) == 0)
        oc_token_give(queue);
}

#endif
#endif
