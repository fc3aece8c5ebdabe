/* What a lock is made of. The thread that has the token has the lock. The mechanism `lock` says
 * what it is (docs/openmp-mechanisms.md): an element in a queue for many readers, first come, first
 * served; or a hardware mutex. */
#ifndef OMP_LOCK_TOKEN_H
#define OMP_LOCK_TOKEN_H

#include <stdbool.h>

#include "hal/store.h"

/* What a token protects. No thread holds two tokens for critical, or two for atomic, at a time. */
enum oc_purpose { OC_FOR_CRITICAL, OC_FOR_ATOMIC, OC_FOR_LOCK };

#ifdef OC_LOCK_MUTEX
#include "omp/lock/mutex_held.h"

static inline void oc_token_take_for(enum oc_purpose purpose, hal_address mutex) {
    struct oc_block *block = oc_thread.block;
    /* Locks may be used before there is a team. */
    volatile uint32_t *note =
        purpose == OC_FOR_LOCK && !block ? NULL : &block->lock.held[oc_held_place(purpose, mutex)];
    if (!note || *note) {
        oc_held_take_unnoted(purpose, mutex);
        return;
    }
    *note = oc_held_note(mutex);
    if (!oc_held_ask(mutex))
        oc_held_await(purpose, mutex, note);
    __asm__ volatile("" ::: "memory");
}

static inline void oc_token_give_for(enum oc_purpose purpose, hal_address mutex) {
    struct oc_block *block = oc_thread.block;
    volatile uint32_t *note =
        purpose == OC_FOR_LOCK && !block ? NULL : &block->lock.held[oc_held_place(purpose, mutex)];
    /* A place with the note of another lock stays as it is. */
    bool is_noted =
        note && (purpose != OC_FOR_LOCK || (*note & ~OC_AWAITED) == oc_held_note(mutex));
    if (__builtin_expect(!is_noted, 0)) {
        oc_held_give(mutex);
        return;
    }
    if (__builtin_expect(__atomic_exchange_n(note, 0, __ATOMIC_RELAXED) & OC_AWAITED, 0))
        oc_held_release(mutex);
    else
        hal_mutex_unlock(mutex);
}

static inline bool oc_token_try(hal_address mutex) {
    if (!hal_mutex_try(mutex))
        return false;
    struct oc_block *block = oc_thread.block;
    volatile uint32_t *note = block ? &block->lock.held[oc_held_place(OC_FOR_LOCK, mutex)] : NULL;
    if (note && *note)
        oc_held_note_lock(mutex);
    else if (note)
        *note = oc_held_note(mutex);
    return true;
}

/* Makes a lock free whose holder should have released it. */
static inline void oc_token_reset(hal_address mutex) {
    (void)hal_mutex_try(mutex);
    oc_token_give_for(OC_FOR_LOCK, mutex);
}

#else

static inline void oc_token_take_for(enum oc_purpose purpose, hal_address queue) {
    (void)purpose;
    (void)hal_dequeue_word(queue);
    __asm__ volatile("" ::: "memory");
}

static inline void oc_token_give_for(enum oc_purpose purpose, hal_address queue) {
    (void)purpose;
    /* The next owner sees what this one has stored. */
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    hal_enqueue_word(queue, 1);
}

static inline bool oc_token_try(hal_address queue) {
    uint32_t token;
    return hal_try_dequeue(queue, &token, sizeof token);
}

/* Makes a lock free whose holder should have released it. */
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
