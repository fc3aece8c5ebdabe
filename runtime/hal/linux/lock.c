/* The mutex with three states of Drepper, "Futexes are tricky" (2011). Here its word also names the
 * owner. Memory order: the exchange that frees the lock and the compare-and-swap that takes it are
 * sequentially consistent, so the next owner sees all that the previous owner did. */
#include "hal/linux/lock.h"
#include "hal/linux/patience.h"
#include "hal/linux/shared.h"
#include "hal/linux/sleep.h"

#define SLEEPERS 0x80000000u

static uint32_t me(void) {
    return (uint32_t)own_seat() + 1;
}

/* Loads the word first: a compare-and-swap would take the cache line from the owner, who needs it
 * to free the lock. */
bool hal_lock_try(_Atomic uint32_t *lock) {
    uint32_t nobody = 0;
    return atomic_load_explicit(lock, memory_order_relaxed) == 0 &&
           atomic_compare_exchange_strong(lock, &nobody, me());
}

/* Sets the mark that a process sleeps. Returns false if the word has changed, so that the caller
 * must read it again. */
static bool mark_sleepers(_Atomic uint32_t *lock, uint32_t value) {
    return value & SLEEPERS || atomic_compare_exchange_strong(lock, &value, value | SLEEPERS);
}

void hal_lock_take(_Atomic uint32_t *lock) {
    struct hal_polls polls = {0};
    do
        for (int i = 0; i < HAL_POLLS; i++)
            if (hal_lock_try(lock)) {
                hal_poll_found(&polls);
                return;
            }
    while (hal_poll_again(&polls));
    for (;;) {
        uint32_t value = 0;
        /* A process that has slept cannot know whether others still sleep, so it keeps the mark. */
        if (atomic_compare_exchange_strong(lock, &value, me() | SLEEPERS))
            return;
        if (mark_sleepers(lock, value))
            hal_sleep_while(lock, value | SLEEPERS);
    }
}

void hal_lock_release(_Atomic uint32_t *lock) {
    if (atomic_exchange(lock, 0) & SLEEPERS)
        hal_wake_one(lock);
}

int hal_lock_owner(const _Atomic uint32_t *lock) {
    return (int)(atomic_load(lock) & ~SLEEPERS) - 1;
}
