/* Accesses to words of shared blocks, which every process has mapped. All of them are sequentially
 * consistent, because the notification after a store must not overtake the store. In hal_store(),
 * the notification itself ensures this. */
#include "hal/linux/far.h"
#include "hal/linux/shared.h"
#include "hal/store.h"

static _Atomic uint32_t *word(hal_address address) {
    return shared_pointer(address);
}

void hal_store(hal_address to, uint32_t value) {
    if (is_far(to)) {
        hal_far_word(FAR_STORE, to, value, 0);
        return;
    }
    atomic_store_explicit(word(to), value, memory_order_release);
    hal_notify(place_of(to));
}

uint32_t hal_load(hal_address from) {
    if (is_far(from))
        return (uint32_t)hal_far_word(FAR_LOAD, from, 0, 0);
    return atomic_load(word(from));
}

void hal_store_two(hal_address to, uint32_t first, uint32_t second) {
    if (is_far(to)) {
        hal_far_word(FAR_STORE_TWO, to, first, second);
        return;
    }
    _Atomic uint64_t *two = shared_pointer(to);
    atomic_store_explicit(two, (uint64_t)second << 32 | first, memory_order_release);
    hal_notify(place_of(to));
}

void hal_load_two(uint32_t two[2], hal_address from) {
    two[1] = hal_load(from + 4);
    two[0] = hal_load(from);
}

#define MODIFIES(name, FAR, modify)                                                                \
    uint32_t name(hal_address at, uint32_t value) {                                                \
        if (is_far(at))                                                                            \
            return (uint32_t)hal_far_word(FAR, at, value, 0);                                      \
        uint32_t before = modify(word(at), value);                                                 \
        hal_notify(place_of(at));                                                                  \
        return before;                                                                             \
    }

MODIFIES(hal_fetch_add, FAR_FETCH_ADD, atomic_fetch_add)
MODIFIES(hal_fetch_or, FAR_FETCH_OR, atomic_fetch_or)
MODIFIES(hal_swap, FAR_SWAP, atomic_exchange)

bool hal_compare_swap(hal_address at, uint32_t expected, uint32_t desired) {
    if (is_far(at))
        return hal_far_word(FAR_COMPARE_SWAP, at, expected, desired);
    bool swapped = atomic_compare_exchange_strong(word(at), &expected, desired);
    if (swapped)
        hal_notify(place_of(at));
    return swapped;
}

void hal_fence(void) {
    atomic_thread_fence(memory_order_seq_cst);
}
