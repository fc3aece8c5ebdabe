/* The fields for reductions (`reduction/`) in a thread's block. */
#ifndef OMP_TEAM_REDUCTION_STATE_H
#define OMP_TEAM_REDUCTION_STATE_H

#include "omp/team/region_state.h"

/* A value that the thread gets from a thread below it. */
struct oc_slot {
    volatile uint32_t words[2];
    volatile uint32_t is_full;
};

struct oc_reduction_words {
    volatile uint32_t taken; /* 1: the thread's own value has been taken, or it has not sent one */
    /* The values from the threads below, by active level. With reduction=queue, those of the
     * outermost team are in `ring`, the memory of a queue, instead. */
    struct oc_slot slots[OC_MOST_ACTIVE][OC_MOST_CHILDREN];
    uint64_t ring[OC_MOST_CHILDREN];
};

#endif
