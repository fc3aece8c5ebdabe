/* Reductions by messages: values go up the team's groups of OC_GROUP threads, by their numbers, and
 * each leader combines what comes to it with its own. The mechanism `reduction` (docs/openmp.md)
 * says how they go: into a slot of the leader's block for each thread below it, or into a queue. */
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

typedef void oc_combine(union oc_value *into, const union oc_value *from);

/* Combines the values of all threads of the team into that of thread 0; a value has so many words.
 */
void oc_reduce(union oc_value *value, oc_combine *combine, size_t words);

/* The block of a thread of a team, by its number. */
static inline hal_address oc_block_of(const struct oc_team *team, int number) {
    /* Not by a look into the memory of another tile. */
    if (team == &oc_team || !team->cores)
        return hal_thread_block(number);
    /* The first two have each other's places (team/tree.h). */
    return hal_thread_block(team->cores[number < 2 ? 1 - number : number]);
}

/* A thread sends a value only when its last one has been taken. */
static inline void oc_reduced_before(struct oc_block *block) {
    static _Thread_local bool has_sent;
    if (has_sent) {
        oc_await(&block->reduced_taken);
        block->reduced_taken = 0;
    }
    has_sent = true;
}

static inline void oc_reduced_taken(hal_address block) {
    hal_store(block + OC_IN_BLOCK(reduced_taken), 1);
}

#endif
