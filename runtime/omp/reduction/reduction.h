/* Reductions by messages: values go up the team's groups of OC_GROUP threads, by their numbers, and
 * each leader combines what comes to it with its own, in the order of the threads. The mechanism
 * `reduction` (docs/openmp-mechanisms.md) says how they go in the team that is inside no other one:
 * into a slot of the leader's block for each thread below it, or into a queue. In others they go
 * into slots: each of the teams that a thread is in has some of its own, as values of the outer one
 * may be there already. */
#ifndef OMP_REDUCTION_REDUCTION_H
#define OMP_REDUCTION_REDUCTION_H

#include <stddef.h>

#include "omp/team/team.h"

/* Groups by shifts: divisions take long. */
#define OC_GROUP_BITS 2
_Static_assert(1 << OC_GROUP_BITS == OC_GROUP, "threads of a group");

#define OC_REDUCED_WORDS 2

union oc_value {
    unsigned number;
    double real;
    uint32_t words[OC_REDUCED_WORDS];
};

typedef union oc_value oc_combine(union oc_value one, union oc_value other);

/* Where a thread stands in the tree of a team's reductions. */
struct oc_reduction {
    int size;       /* of the team; 0: nothing is known */
    hal_address up; /* where its value goes; 0: it is thread 0 */
    int levels;     /* at which it leads, from the lowest on; so many threads are below at each, */
    int below[OC_MOST_LEVELS];
    int full; /* as many as levels, if all the groups are */
    /* and this is where they are told of what has been taken, each level from a position of its own
     * on. */
    hal_address acks[OC_MOST_CHILDREN];
};

/* In the team that is inside no other one; in which a thread stays at its position for long. */
extern _Thread_local struct oc_reduction oc_reduction;

/* A thread of the process, by its number in a team. */
static inline int oc_core_of(const struct oc_team *team, int number) {
    /* Answered without a load from the memory of another tile. */
    if (team == &oc_team || !team->cores)
        return number;
    /* The first two have each other's places (team/tree.h). */
    return team->cores[number < 2 ? 1 - number : number];
}

#include "omp/reduction/slots.h"
#ifdef OC_REDUCTION_QUEUE
#include "omp/reduction/queue.h"
#else

/* Values of the outermost team. */
enum { OC_REDUCTION_IN_ORDER = 1 }; /* a position for each thread below */
static inline hal_address oc_reduction_target(int leader, int index) {
    return oc_slot_address(leader, 1, index);
}
static inline void oc_reduction_send(hal_address slot, union oc_value value, size_t words) {
    oc_slots_send(slot, value, words);
}
/* Clears the thread's slots, before other threads of the team begin. */
static inline void oc_reduction_clear(const struct oc_thread *self) {
    oc_slots_clear(self->block->reduction.slots[0]);
}
static inline bool oc_reduction_is_there(const struct oc_block *block, int first, int below) {
    return oc_slots_are_full(block->reduction.slots[0], first, below);
}
static inline void oc_reduction_await(const struct oc_block *block, int first, int below) {
    oc_slots_await(block->reduction.slots[0], first, below);
}
static inline union oc_value oc_reduction_take(struct oc_block *block, int index, size_t words) {
    return oc_slots_take(block->reduction.slots[0], index, words);
}
static inline void oc_reduction_done(int taken) {
    (void)taken;
}

#endif
#endif
