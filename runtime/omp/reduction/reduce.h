/* The way up the groups, which sums of all types go. */
#ifndef OMP_REDUCTION_REDUCE_H
#define OMP_REDUCTION_REDUCE_H

#include "omp/reduction/reduction.h"

/* Inlined, so that it knows the type. */
#define OC_QUICK static inline __attribute__((always_inline))

/* Where the value goes of who is the `index`-th below this leader. */
static inline hal_address oc_reduce_way(int leader, int index) {
    const struct oc_team *team = oc_thread.team;
    hal_address way = oc_reduction_way(oc_core_of(team, leader), index);
    if (team == &oc_team)
        oc_reduction.up = way;
    return way;
}

/* To who leads the thread's group at a level. A value goes only when the last one has been taken.
 */
static inline void oc_reduce_send(struct oc_thread *self, union oc_value value, size_t words,
                                  int leader, int index) {
    struct oc_reduction *own = &oc_reduction;
    hal_address way = own->up;
    if (!way || self->team != &oc_team)
        way = oc_reduce_way(leader, index);
    if (own->has_begun)
        oc_await(&self->block->reduced_taken);
    own->has_begun = true;
    self->block->reduced_taken = 0;
    oc_reduction_send(way, value, words);
}

/* Where a thread is told that its value has been taken. */
static inline hal_address oc_reduce_ear(const struct oc_team *team, int number) {
    return hal_thread_block(oc_core_of(team, number)) + OC_IN_BLOCK(reduced_taken);
}

/* How many threads are below at a level. */
static inline int oc_reduce_below(const struct oc_thread *self, int bits) {
    int rest = (self->size - self->number - 1) >> bits;
    return rest < OC_GROUP - 1 ? rest : OC_GROUP - 1;
}

/* Combines what comes from the threads below at the levels above the lowest, and passes it on. */
OC_QUICK union oc_value oc_reduce_above(struct oc_thread *self, union oc_value value,
                                        oc_combine *combine, size_t words) {
    int number = self->number, first = OC_GROUP - 1, place = 0, bits = OC_GROUP_BITS;
    for (; 1 << bits < self->size; bits += OC_GROUP_BITS, first += OC_GROUP - 1) {
        place = number >> bits & (OC_GROUP - 1);
        if (place)
            break;
        int below = oc_reduce_below(self, bits);
        oc_reduction_await(self->block, first, below);
        for (int i = 0; i < below; i++)
            value = combine(value, oc_reduction_take(self->block, first + i, words));
        oc_reduction_done(below);
    }
    if (place)
        oc_reduce_send(self, value, words, number - (place << bits), first + place - 1);
    while ((bits -= OC_GROUP_BITS) > 0)
        for (int i = 1; i <= oc_reduce_below(self, bits); i++)
            hal_store(oc_reduce_ear(self->team, number + (i << bits)), 1);
    return value;
}

/* Tells those of the lowest level that their values have been taken. */
static inline void oc_reduce_tell(const struct oc_thread *self, int below) {
    struct oc_reduction *own = &oc_reduction;
    for (int i = 0; i < below; i++) {
        hal_address ear = oc_reduce_ear(self->team, self->number + 1 + i);
        hal_store(ear, 1);
        own->below[i] = ear;
    }
    own->size = self->team == &oc_team && self->size <= OC_GROUP ? self->size : 0;
}

/* Of who leads a group, whatever its team is like. */
OC_QUICK union oc_value oc_reduce_lead(struct oc_thread *self, union oc_value value,
                                       oc_combine *combine, size_t words) {
    if (self->size == 1)
        return value;
    int below = oc_reduce_below(self, 0);
    oc_reduction_open(self->block);
    oc_reduction_await(self->block, 0, below);
    for (int i = 0; i < below; i++)
        value = combine(value, oc_reduction_take(self->block, i, words));
    oc_reduction_done(below);
    if (self->size > OC_GROUP)
        value = oc_reduce_above(self, value, combine, words);
    /* Values in a queue come in any order: nobody is told before all have been taken. */
    oc_reduce_tell(self, below);
    return value;
}

/* Values come about when the own one is there: to look again takes less than to sleep, which who
 * has looked so often does. */
#define OC_LOOKS 16

/* The same in a team of `below` threads and the own one. False: it has done nothing yet. */
OC_QUICK bool oc_reduce_gather(union oc_value *value, oc_combine *combine, size_t words,
                               int below) {
    struct oc_block *block = oc_thread.block;
    for (int looks = OC_LOOKS; !oc_reduction_is_there(block, below);)
        if (--looks == 0)
            return false;
#pragma GCC unroll 4
    for (int i = 0; i < below; i++)
        *value = combine(*value, oc_reduction_take(block, i, words));
    oc_reduction_done(below);
#pragma GCC unroll 4
    for (int i = 0; i < below; i++)
        hal_store(oc_reduction.below[i], 1);
    return true;
}

/* Most reductions: everything is known, and nobody has to wait for long. False: it is otherwise. */
OC_QUICK bool oc_reduce_quickly(union oc_value *value, oc_combine *combine, size_t words) {
    const struct oc_thread *self = &oc_thread;
    if (__builtin_expect(self->team != &oc_team, 0))
        return false;
    if (self->number & (OC_GROUP - 1)) {
        hal_address way = oc_reduction.up;
        struct oc_block *block = self->block;
        if (__builtin_expect(!way || !hal_observe(&block->reduced_taken), 0))
            return false;
        block->reduced_taken = 0;
        oc_reduction_send(way, *value, words);
        return true;
    }
    if (__builtin_expect(self->size != oc_reduction.size, 0))
        return false;
    switch (self->size) {
    case 4:
        return oc_reduce_gather(value, combine, words, 3);
    case 3:
        return oc_reduce_gather(value, combine, words, 2);
    default:
        return oc_reduce_gather(value, combine, words, 1);
    }
}
_Static_assert(OC_GROUP == 4, "these are all sizes of a group");

/* Combines the values of all threads of the team into that of thread 0; a value has so many words.
 * Others get their own, or that of all below them. */
OC_QUICK union oc_value oc_reduce_slowly(union oc_value value, oc_combine *combine, size_t words) {
    struct oc_thread *self = &oc_thread;
    int place = self->number & (OC_GROUP - 1);
    if (place == 0)
        return oc_reduce_lead(self, value, combine, words);
    oc_reduce_send(self, value, words, self->number - place, place - 1);
    return value;
}

#endif
