/* Values go into slots of the leader's block, one for each thread below it. */
#ifndef OMP_REDUCTION_SLOTS_H
#define OMP_REDUCTION_SLOTS_H

/* Where the value of a thread goes that is the `index`-th below its leader, from 0 on. */
static inline hal_address oc_reduction_way(int leader, int index) {
    return hal_thread_block(leader) + OC_IN_BLOCK(slots) + sizeof(struct oc_slot) * (uint32_t)index;
}

static inline void oc_reduction_send(hal_address slot, union oc_value value, size_t words) {
    for (size_t i = 0; i < words; i++)
        hal_store(slot + offsetof(struct oc_slot, words) + sizeof(uint32_t) * i, value.words[i]);
    hal_store(slot + offsetof(struct oc_slot, is_full), 1);
}

/* Before the first value comes. */
static inline void oc_reduction_open(struct oc_block *block) {
    (void)block;
}

/* Whether those of the first `below` threads are there. */
static inline bool oc_reduction_is_there(const struct oc_block *block, int below) {
    uint32_t all = 1;
#pragma GCC unroll 4
    for (int i = 0; i < below; i++)
        all &= hal_observe(&block->slots[i].is_full);
    return all;
}

static inline void oc_reduction_await(const struct oc_block *block, int first, int below) {
    for (int i = first; i < first + below; i++)
        oc_await(&block->slots[i].is_full);
}

/* The value of the `index`-th thread below, which is there. */
static inline union oc_value oc_reduction_take(struct oc_block *block, int index, size_t words) {
    struct oc_slot *slot = &block->slots[index];
    slot->is_full = 0;
    return (union oc_value){.words = {slot->words[0], words == 1 ? 0 : slot->words[1]}};
}

/* So many have been taken. */
static inline void oc_reduction_done(int taken) {
    (void)taken;
}

#endif
