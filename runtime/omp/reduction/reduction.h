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

typedef union oc_value oc_combine(union oc_value one, union oc_value other);

/* What a thread keeps for the team of all threads, in which it always stands at its own number: the
 * addresses are looked up once. */
struct oc_reduction {
    hal_address up; /* where its value goes; 0: not known yet */
    bool has_begun; /* it has reduced something */
    /* Of who leads a group: the threads of a team that is no more than that, once it is known where
     * they are told of what has been taken; and where that is. */
    int size;
    hal_address below[OC_GROUP - 1];
};
extern _Thread_local struct oc_reduction oc_reduction;

/* A thread of the process, by its number in a team. */
static inline int oc_core_of(const struct oc_team *team, int number) {
    /* Not by a look into the memory of another tile. */
    if (team == &oc_team || !team->cores)
        return number;
    /* The first two have each other's places (team/tree.h). */
    return team->cores[number < 2 ? 1 - number : number];
}

#ifdef OC_REDUCTION_QUEUE
#include "omp/mechanism/reduction-queue/queue.h"
#else
#include "omp/reduction/slots.h"
#endif

#endif
