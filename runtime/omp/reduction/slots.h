/* The block of a group's leader has slots for values: at each active level, a slot for each thread
 * below the leader. A team uses the slots of its own active level, which counts from 1. */
#ifndef OMP_REDUCTION_SLOTS_H
#define OMP_REDUCTION_SLOTS_H

#include "hal/store.h"

/* The address for the value of a thread that is number `index`, from 0, below its leader. */
static inline hal_address oc_slot_address(int leader, int level, int index) {
    return hal_thread_block(leader) + OC_IN_BLOCK(reduction.slots) +
           sizeof(struct oc_slot) * (uint32_t)((level - 1) * OC_MOST_CHILDREN + index);
}

static inline void oc_slots_send(hal_address slot, union oc_value value, size_t words) {
    for (size_t i = 0; i < words; i++)
        hal_store(slot + offsetof(struct oc_slot, words) + sizeof(uint32_t) * i, value.words[i]);
    hal_store(slot + offsetof(struct oc_slot, is_full), 1);
}

static inline void oc_slots_clear(struct oc_slot *slots) {
    for (int i = 0; i < OC_MOST_CHILDREN; i++)
        slots[i].is_full = 0;
}

/* Whether the slots of the `below` threads from `first` on are full; `below` is at least 1. */
static inline bool oc_slots_are_full(const struct oc_slot *slots, int first, int below) {
    uint32_t all = hal_observe(&slots[first].is_full);
#pragma GCC unroll 4
    for (int i = first + 1; i < first + below; i++)
        all &= hal_observe(&slots[i].is_full);
    return all;
}

static inline void oc_slots_await(const struct oc_slot *slots, int first, int below) {
#pragma GCC unroll 1
    for (int i = first; i < first + below; i++)
        oc_await(&slots[i].is_full);
}

/* Takes the value of the thread that is number `index` below the leader. The thread's slot is
 * full. */
static inline union oc_value oc_slots_take(struct oc_slot *slots, int index, size_t words) {
    struct oc_slot *slot = &slots[index];
    slot->is_full = 0;
    return (union oc_value){.words = {slot->words[0], words == 1 ? 0 : slot->words[1]}};
}

#endif
