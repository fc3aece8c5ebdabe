/* Numbers that processes give to communicators, such as those of counters. A communicator has a run
 * of consecutive numbers, the same at all of its ranks. */
#ifndef MPI_COLLECTIVE_AGREE_RUN_H
#define MPI_COLLECTIVE_AGREE_RUN_H

#include "mpi/collective/collective.h"

/* Computes the bitwise AND of a word of each rank. No rank returns before all ranks have called. */
void oc_agree(struct oc_collective *call, uint64_t *bits);

/* The numbers of one kind, from 0 to at most 62. `taken` has a bit for each number that a
 * communicator has taken at this process. */
struct oc_numbers {
    uint64_t taken;
};
/* The bit that says that MPI_COMM_WORLD has already taken its run of numbers. */
#define OC_WORLD_HAD_RUN ((uint64_t)1 << 63)

/* Whether a communicator takes its run without messages. */
static inline bool oc_numbers_are_known(const struct oc_numbers *numbers,
                                        const struct oc_communicator *comm) {
    return comm == &oc_comm_world && !(numbers->taken & OC_WORLD_HAD_RUN);
}

/* Takes a run of numbers for a communicator, among those numbers of `all` that are free at all of
 * its ranks. Returns the first number of the run, or -1 if there is no such run. The lowest numbers
 * are kept for MPI_COMM_WORLD, which takes them without messages, but only once. In all other cases
 * the ranks agree by messages. run_for(size) is the length of the run of `size` ranks. */
int oc_numbers_take(struct oc_numbers *numbers, struct oc_collective *call, uint64_t all,
                    int (*run_for)(int size));

/* The bits of `count` consecutive numbers; `count` is 0 to 63. */
static inline uint64_t oc_run_of(int first, int count) {
    return (((uint64_t)1 << count) - 1) << first;
}

#endif
