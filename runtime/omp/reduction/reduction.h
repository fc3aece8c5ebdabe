/* Reductions by messages. Values go up the team's groups of OC_GROUP threads; the leader of a group
 * combines the values that it receives with its own. In the outermost team, the mechanism
 * `reduction` (docs/openmp-mechanisms.md) chooses between slots and a queue. The leader's block has
 * one slot for each thread below the leader, and the values in slots are combined in the order of
 * the threads. The values in a queue are combined in the order in which they arrive. In nested
 * teams, values always go into slots. Each team of a thread has its own slots, because values of an
 * outer team may arrive while the thread is in an inner one. */
#ifndef OMP_REDUCTION_REDUCTION_H
#define OMP_REDUCTION_REDUCTION_H

#include <stddef.h>

#include "omp/team/team.h"

/* The group size is a power of two, because shifts are faster than divisions. */
#define OC_GROUP_BITS 2
_Static_assert(1 << OC_GROUP_BITS == OC_GROUP, "threads of a group");

#define OC_REDUCED_WORDS 2

union oc_value {
    unsigned number;
    double real;
    uint32_t words[OC_REDUCED_WORDS];
};

typedef union oc_value oc_combine(union oc_value one, union oc_value other);

/* The position of a thread in the tree of a team's reductions. */
struct oc_reduction {
    int size;       /* size of the team; 0: the position is not known */
    hal_address up; /* where the thread's value goes; 0 in thread 0 */
    int levels;     /* the thread leads groups at this many levels, from the lowest on */
    int below[OC_MOST_LEVELS];
    int full; /* `levels` if all groups that the thread leads are full, else 0 */
    /* The addresses of words that this thread writes to tell the threads below it that their values
     * have been taken. Each level has its own part of the array. */
    hal_address acks[OC_MOST_CHILDREN];
};

/* The calling thread's position in the outermost team. It is kept from one reduction to the next,
 * because it rarely changes. */
extern _Thread_local struct oc_reduction oc_reduction;

/* The core that runs thread `number` of the team. */
static inline int oc_core_of(const struct oc_team *team, int number) {
    /* This test needs no load from another tile if the team is the outermost one. */
    if (team == &oc_team || !team->cores)
        return number;
    /* The first two threads exchange positions (region/tree.h). */
    return team->cores[number < 2 ? 1 - number : number];
}

#include "omp/reduction/slots.h"
#ifdef OC_REDUCTION_QUEUE
#include "omp/reduction/queue.h"
#else

/* Slots of the outermost team. Values are taken in the order of the threads, each from its own
 * slot. */
enum { OC_REDUCTION_IN_ORDER = 1 };
static inline hal_address oc_reduction_target(int leader, int index) {
    return oc_slot_address(leader, 1, index);
}
static inline void oc_reduction_send(hal_address slot, union oc_value value, size_t words) {
    oc_slots_send(slot, value, words);
}
/* Clears the thread's slots. Called before other threads of the team begin. */
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
