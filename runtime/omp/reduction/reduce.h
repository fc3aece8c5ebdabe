/* Inline functions for reductions of all types. They carry the threads' values up the tree. At each
 * level, the leader of a group of threads combines the values of the group. */
#ifndef OMP_REDUCTION_REDUCE_H
#define OMP_REDUCTION_REDUCE_H

#include "omp/reduction/position.h"
#include "omp/reduction/reduction.h"

/* Makes the compiler inline a function, so that the function is specialised for the type. */
#define OC_QUICK static inline __attribute__((always_inline))

/* The number of polls before a thread sleeps. The values of other threads usually arrive at about
 * the same time as the thread's own, and a poll costs less than sleeping. */
#define OC_LOOKS 16

/* Waits until the thread's previous value has been taken; only then may it send the next one. */
static inline void oc_reduce_await_taken(struct oc_block *block) {
    if (!hal_observe(&block->reduction.taken))
        oc_await(&block->reduction.taken);
    block->reduction.taken = 0;
}

/* Tells the threads below the calling thread at `level` of the tree that it has taken their
 * values. */
static inline void oc_reduce_tell(const struct oc_reduction *position, int level) {
    const hal_address *acks = &position->acks[level * (OC_GROUP - 1)];
    for (int i = 0; i < position->below[level]; i++)
        hal_store(acks[i], 1);
}

/* Polls up to OC_LOOKS times for the values of `below` threads; returns whether all have
 * arrived. */
OC_QUICK bool oc_reduce_look(const struct oc_block *block, int first, int below) {
    for (int looks = OC_LOOKS; !oc_reduction_is_there(block, first, below);)
        if (--looks == 0)
            return false;
    return true;
}

/* Combines the values from `level` of the tree upwards and sends the result to the calling thread's
 * leader. The calling thread is in the outermost team, leads groups and knows its position. With
 * slots, it acknowledges the values of a level just before it waits for those of the next level,
 * because it would then be idle. It acknowledges those of the last level after it has sent its
 * result. With a queue, whose values come in any order, it acknowledges all values at the end. */
OC_QUICK union oc_value oc_reduce_on(union oc_value value, oc_combine *combine, size_t words,
                                     int level) {
    const struct oc_reduction *position = &oc_reduction;
    struct oc_block *block = oc_thread.block;
    int first = level;
    for (; level < position->levels; level++) {
        int below = position->below[level], index = level * (OC_GROUP - 1);
        if (OC_REDUCTION_IN_ORDER && level > first)
            oc_reduce_tell(position, level - 1);
        oc_reduction_await(block, index, below);
#pragma GCC unroll 1
        for (int i = 0; i < below; i++)
            value = combine(value, oc_reduction_take(block, index + i, words));
        oc_reduction_done(below);
    }
    if (position->up) {
        oc_reduce_await_taken(block);
        oc_reduction_send(position->up, value, words);
    }
    for (int i = OC_REDUCTION_IN_ORDER ? level - 1 : 0; i >= 0 && i < level; i++)
        oc_reduce_tell(position, i);
    return value;
}

/* Reduces without sleeping, if all groups that the calling thread leads are full. Otherwise it
 * returns 0 at once.
 *
 * A negative result means that the thread's part of the reduction is complete. With any other
 * result, the caller continues with oc_reduce_on(), with the result as the level and the partial
 * result in `value`: not all groups are full, values have not come soon, or the thread's previous
 * value has not been taken yet. */
OC_QUICK int oc_reduce_lead(union oc_value *value, oc_combine *combine, size_t words) {
    const struct oc_reduction *position = &oc_reduction;
    struct oc_block *block = oc_thread.block;
    const hal_address *acks = position->acks;
    int levels = position->full;
    if (levels == 0)
        return 0;
    for (int level = 0;;) {
        int first = level * (OC_GROUP - 1);
        if (!oc_reduce_look(block, first, OC_GROUP - 1))
            return level;
#pragma GCC unroll 4
        for (int i = 0; i < OC_GROUP - 1; i++)
            *value = combine(*value, oc_reduction_take(block, first + i, words));
        oc_reduction_done(OC_GROUP - 1);
        if (++level == levels)
            break;
        if (OC_REDUCTION_IN_ORDER) {
            hal_store(acks[0], 1);
            hal_store(acks[1], 1);
            hal_store(acks[2], 1);
            acks += OC_GROUP - 1;
        }
    }
    if (position->up) {
        if (!hal_observe(&block->reduction.taken))
            return levels;
        block->reduction.taken = 0;
        oc_reduction_send(position->up, *value, words);
    }
    const hal_address *end = position->acks + levels * (OC_GROUP - 1);
    do {
        hal_store(acks[0], 1);
        hal_store(acks[1], 1);
        hal_store(acks[2], 1);
        acks += OC_GROUP - 1;
    } while (!OC_REDUCTION_IN_ORDER && acks < end);
    return -1;
}
_Static_assert(OC_GROUP == 4, "three are told, and these are all sizes of a group");

/* Reduces in a nested team. */
OC_QUICK union oc_value oc_reduce_nested(union oc_value value, oc_combine *combine, size_t words) {
    const struct oc_team *team = oc_thread.team;
    int level = oc_active_level(team), index;
    struct oc_block *block = oc_thread.block;
    struct oc_slot *slots = block->reduction.slots[level - 1];
    struct oc_reduction position;
    int leader = oc_reduction_position(&position, &index);
    for (int i = 0, first = 0; i < position.levels; i++, first += OC_GROUP - 1) {
        oc_slots_await(slots, first, position.below[i]);
        for (int j = first; j < first + position.below[i]; j++)
            value = combine(value, oc_slots_take(slots, j, words));
    }
    if (leader >= 0) {
        oc_reduce_await_taken(block);
        oc_slots_send(oc_slot_address(oc_core_of(team, leader), level, index), value, words);
    }
    for (int i = 0; i < position.levels; i++)
        oc_reduce_tell(&position, i);
    return value;
}

/* Finds the thread's position in the outermost team if the thread does not know it yet. */
static inline void oc_reduce_find(const struct oc_thread *self) {
    struct oc_reduction *position = &oc_reduction;
    if (position->size == self->size)
        return;
    int index, leader = oc_reduction_position(position, &index);
    position->up = leader < 0 ? 0 : oc_reduction_target(leader, index);
    position->size = self->size;
}

/* Reduces the values of the group's leader, which is the calling thread, and of the `below` other
 * threads of the group. Returns false if nothing has been done. */
OC_QUICK bool oc_reduce_gather(union oc_value *value, oc_combine *combine, size_t words,
                               int below) {
    struct oc_block *block = oc_thread.block;
    if (!oc_reduce_look(block, 0, below))
        return false;
#pragma GCC unroll 4
    for (int i = 0; i < below; i++)
        *value = combine(*value, oc_reduction_take(block, i, words));
    oc_reduction_done(below);
#pragma GCC unroll 4
    for (int i = 0; i < below; i++)
        hal_store(oc_reduction.acks[i], 1);
    return true;
}

enum oc_reduced { OC_REDUCED, OC_REDUCE_LEADING, OC_REDUCE_SLOWLY };

/* Combines the values of all threads of the team into that of thread 0. A value has `words` words.
 * This function completes only the usual case, in which positions are known and no long wait is
 * needed. In all other cases it does nothing. If it returns OC_REDUCE_LEADING, the caller, a leader
 * in a team of more than four threads, continues with oc_reduce_lead(); if it returns
 * OC_REDUCE_SLOWLY, the caller reduces from the beginning: by oc_reduce_nested() in a nested team,
 * otherwise by oc_reduce_find() and oc_reduce_on(). */
OC_QUICK enum oc_reduced oc_reduce_quickly(union oc_value *value, oc_combine *combine,
                                           size_t words) {
    const struct oc_thread *self = &oc_thread;
    if (__builtin_expect(self->team != &oc_team, 0))
        return OC_REDUCE_SLOWLY;
    if (self->number & (OC_GROUP - 1)) {
        hal_address parent = oc_reduction.up;
        struct oc_block *block = self->block;
        if (__builtin_expect(!parent || !hal_observe(&block->reduction.taken), 0))
            return OC_REDUCE_SLOWLY;
        block->reduction.taken = 0;
        oc_reduction_send(parent, *value, words);
        return OC_REDUCED;
    }
    if (__builtin_expect(self->size != oc_reduction.size, 0))
        return OC_REDUCE_SLOWLY;
    bool is_done;
    if (self->size == 4)
        is_done = oc_reduce_gather(value, combine, words, 3);
    else if (self->size > 4)
        return OC_REDUCE_LEADING;
    else if (self->size == 3)
        is_done = oc_reduce_gather(value, combine, words, 2);
    else
        is_done = oc_reduce_gather(value, combine, words, 1);
    return is_done ? OC_REDUCED : OC_REDUCE_SLOWLY;
}

#endif
