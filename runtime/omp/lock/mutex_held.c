#include "omp/lock/token.h"

/* The thread's block has entries in which the thread notes the mutexes that it holds or requests.
 * These functions give the range of entries for `purpose`. Critical constructs and atomic
 * constructs have one entry each; a lock may use any of the entries for locks. */
static size_t first_place(enum oc_purpose purpose) {
    return purpose;
}
static size_t end_of_places(enum oc_purpose purpose) {
    return purpose == OC_FOR_LOCK ? OC_HELD : (size_t)purpose + 1;
}

/* Finds a thread that has noted the mutex, and sets OC_AWAITED in this note. That thread will then
 * wake the caller. Returns false if no thread has noted the mutex. */
static bool mark_awaited(enum oc_purpose purpose, hal_address mutex) {
    uint32_t note = oc_mutex_note(mutex);
    for (int i = 0; i < hal_threads(); i++)
        for (size_t j = first_place(purpose); j < end_of_places(purpose); j++) {
            hal_address word = hal_thread_block(i) + OC_IN_BLOCK(lock.held) + sizeof(uint32_t) * j;
            if (hal_compare_swap(word, note, note | OC_AWAITED) ||
                hal_compare_swap(word, note | OC_AWAITED, note | OC_AWAITED))
                return true;
        }
    return false;
}

/* Returns the entry for locks that holds `note`, or null. If `note` is 0, returns an empty
 * entry. */
static volatile uint32_t *place_with(struct oc_block *block, uint32_t note) {
    for (size_t i = OC_FOR_LOCK; i < OC_HELD; i++)
        if ((HAL_READ(&block->lock.held[i]) & ~OC_AWAITED) == note)
            return &block->lock.held[i];
    return NULL;
}

static void wake_all(void) {
    for (int i = 0; i < hal_threads(); i++)
        hal_store(hal_thread_block(i) + OC_IN_BLOCK(lock.retry), 1);
}

void oc_mutex_await(enum oc_purpose purpose, hal_address mutex, volatile uint32_t *note) {
    struct oc_block *block = oc_thread.block;
    do {
        block->lock.retry = 0;
        if (__atomic_exchange_n(note, 0, __ATOMIC_RELAXED) & OC_AWAITED)
            wake_all();
        oc_flush();
        if (mark_awaited(purpose, mutex))
            oc_await(&block->lock.retry);
        HAL_WRITE(note, oc_mutex_note(mutex));
    } while (!oc_mutex_request(mutex));
}

/* Whether the calling thread already holds the mutex and would therefore wait for ever. A thread
 * holds the mutex of critical or atomic constructs if the entry for it holds a note, because that
 * entry holds a note only while the thread is inside such a construct. */
static bool is_own(enum oc_purpose purpose, struct oc_block *block, hal_address mutex) {
    if (purpose != OC_FOR_LOCK)
        return true;
    return block && place_with(block, oc_mutex_note(mutex));
}

void oc_mutex_take_unnoted(enum oc_purpose purpose, hal_address mutex) {
    struct oc_block *block = oc_thread.block;
    bool is_held = is_own(purpose, block, mutex);
    volatile uint32_t *note = is_held || !block ? NULL : place_with(block, 0);
    if (note)
        HAL_WRITE(note, oc_mutex_note(mutex));
    while (!oc_mutex_request(mutex)) {
        if (note) {
            oc_mutex_await(purpose, mutex, note);
            return;
        }
        while (is_held || hal_threads() == 1)
            hal_wait(HAL_NEVER); /* a deadlock: nobody will release the mutex */
    }
}

void oc_mutex_note_lock(hal_address mutex) {
    volatile uint32_t *note = place_with(oc_thread.block, 0);
    if (note)
        HAL_WRITE(note, oc_mutex_note(mutex));
}

void oc_mutex_give(hal_address mutex) {
    struct oc_block *block = oc_thread.block;
    volatile uint32_t *note = block ? place_with(block, oc_mutex_note(mutex)) : NULL;
    if (note && __atomic_exchange_n(note, 0, __ATOMIC_RELAXED) & OC_AWAITED)
        oc_mutex_release(mutex);
    else
        hal_mutex_unlock(mutex);
}

void oc_mutex_release(hal_address mutex) {
    hal_mutex_unlock(mutex);
    wake_all();
}
