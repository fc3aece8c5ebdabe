/* Tokens implement locks: the thread that has the token has the lock. The mechanism `lock`
 * (docs/openmp-mechanisms.md) chooses between an element in a multiple-reader queue, which serves
 * threads in the order in which they came, and a hardware mutex. */
#ifndef OMP_LOCK_TOKEN_H
#define OMP_LOCK_TOKEN_H

#include <stdbool.h>

#include "hal/store.h"

/* The constructs that a token protects. A thread holds at most one token for critical constructs
 * and one for atomic constructs at a time. */
enum oc_purpose { OC_FOR_CRITICAL, OC_FOR_ATOMIC, OC_FOR_LOCK };

#ifdef OC_LOCK_MUTEX
#include "omp/lock/mutex_held.h"

static inline void oc_token_take_for(enum oc_purpose purpose, hal_address mutex) {
    struct oc_block *block = oc_thread.block;
    /* The program may use locks before there is a team. The thread then has no block yet. */
    volatile uint32_t *note = purpose == OC_FOR_LOCK && !block
                                  ? NULL
                                  : &block->lock.held[oc_mutex_note_index(purpose, mutex)];
    if (!note || HAL_READ(note)) {
        oc_mutex_take_unnoted(purpose, mutex);
        return;
    }
    HAL_WRITE(note, oc_mutex_note(mutex));
    if (!oc_mutex_request(mutex))
        oc_mutex_await(purpose, mutex, note);
    __asm__ volatile("" ::: "memory");
}

static inline void oc_token_give_for(enum oc_purpose purpose, hal_address mutex) {
    struct oc_block *block = oc_thread.block;
    volatile uint32_t *note = purpose == OC_FOR_LOCK && !block
                                  ? NULL
                                  : &block->lock.held[oc_mutex_note_index(purpose, mutex)];
    /* If the entry holds the note of another lock, that note stays. */
    bool is_noted =
        note && (purpose != OC_FOR_LOCK || (HAL_READ(note) & ~OC_AWAITED) == oc_mutex_note(mutex));
    if (__builtin_expect(!is_noted, 0)) {
        oc_mutex_give(mutex);
        return;
    }
    if (__builtin_expect(__atomic_exchange_n(note, 0, __ATOMIC_RELAXED) & OC_AWAITED, 0))
        oc_mutex_release(mutex);
    else
        hal_mutex_unlock(mutex);
}

static inline bool oc_token_try(hal_address mutex) {
    if (!hal_mutex_try(mutex))
        return false;
    struct oc_block *block = oc_thread.block;
    volatile uint32_t *note =
        block ? &block->lock.held[oc_mutex_note_index(OC_FOR_LOCK, mutex)] : NULL;
    if (note && *note)
        oc_mutex_note_lock(mutex);
    else if (note)
        HAL_WRITE(note, oc_mutex_note(mutex));
    hal_acquire();
    return true;
}

/* Frees a lock whose holder should have released it. */
static inline void oc_token_reset(hal_address mutex) {
    (void)hal_mutex_try(mutex);
    oc_token_give_for(OC_FOR_LOCK, mutex);
}

#else

static inline void oc_token_take_for(enum oc_purpose purpose, hal_address queue) {
    (void)purpose;
    (void)hal_dequeue_word(queue);
    __asm__ volatile("" ::: "memory");
    hal_acquire();
}

static inline void oc_token_give_for(enum oc_purpose purpose, hal_address queue) {
    (void)purpose;
    /* The next owner must see everything that this owner has stored. */
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    hal_enqueue_word(queue, 1);
}

static inline bool oc_token_try(hal_address queue) {
    uint32_t token;
    if (!hal_try_dequeue(queue, &token, sizeof token))
        return false;
    hal_acquire();
    return true;
}

/* Frees a lock whose holder should have released it. */
static inline void oc_token_reset(hal_address queue) {
    if (hal_queue_count(queue) == 0)
        oc_token_give_for(OC_FOR_LOCK, queue);
}

#endif

static inline void oc_token_take(hal_address token) {
    oc_token_take_for(OC_FOR_LOCK, token);
}

static inline void oc_token_give(hal_address token) {
    oc_token_give_for(OC_FOR_LOCK, token);
}

#endif
