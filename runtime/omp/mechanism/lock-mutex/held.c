#include "omp/lock/token.h"

/* Leaves the bit with a thread that has the mutex or asks for it; false: nobody has noted that. */
static bool seek(enum oc_purpose purpose, hal_address mutex) {
    uint32_t note = oc_held_note(mutex);
    size_t place = OC_IN_BLOCK(held) + sizeof(uint32_t) * oc_held_place(purpose, mutex);
    for (int i = 0; i < hal_threads(); i++) {
        hal_address word = hal_thread_block(i) + place;
        if (hal_compare_swap(word, note, note | OC_SOUGHT) ||
            hal_compare_swap(word, note | OC_SOUGHT, note | OC_SOUGHT))
            return true;
    }
    return false;
}

static void wake_all(void) {
    for (int i = 0; i < hal_threads(); i++)
        hal_store(hal_thread_block(i) + OC_IN_BLOCK(retry), 1);
}

void oc_held_await(enum oc_purpose purpose, hal_address mutex) {
    struct oc_block *block = oc_thread.block;
    volatile uint32_t *own = &block->held[oc_held_place(purpose, mutex)];
    do {
        block->retry = 0;
        if (__atomic_exchange_n(own, 0, __ATOMIC_RELAXED) & OC_SOUGHT)
            wake_all();
        oc_flush();
        if (seek(purpose, mutex))
            oc_await(&block->retry);
        *own = oc_held_note(mutex);
    } while (!oc_held_ask(mutex));
}

void oc_held_crowded(enum oc_purpose purpose, hal_address mutex) {
    struct oc_block *block = oc_thread.block;
    bool is_own =
        block && (block->held[oc_held_place(purpose, mutex)] & ~OC_SOUGHT) == oc_held_note(mutex);
    while (!oc_held_ask(mutex))
        while (is_own || hal_threads() == 1)
            hal_wait(HAL_NEVER); /* nobody else will release it */
}

void oc_held_release(hal_address mutex) {
    hal_mutex_unlock(mutex);
    wake_all();
}
