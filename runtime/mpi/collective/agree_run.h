/* Agreement on a run of numbers: all ranks of a communicator have the same numbers, at most 64, and
 * each rank knows which of them are free at itself. */
#ifndef MPI_COLLECTIVE_AGREE_RUN_H
#define MPI_COLLECTIVE_AGREE_RUN_H

#include "mpi/collective/collective.h"

/* The first of `count` consecutive numbers whose bits are set at all ranks; -1: there are none. */
int oc_agree_run(struct oc_collective *call, uint64_t bits, int count);

/* The bits of `count` consecutive numbers; `count` is 1 to 63. */
static inline uint64_t oc_run_of(int first, int count) {
    return (((uint64_t)1 << count) - 1) << first;
}

#endif
