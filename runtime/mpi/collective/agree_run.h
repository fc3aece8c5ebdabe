/* Numbers that all processes of a communicator must choose alike, such as those of its counters. A
 * communicator gets a run of consecutive numbers, which is the same at all of its ranks. */
#ifndef MPI_COLLECTIVE_AGREE_RUN_H
#define MPI_COLLECTIVE_AGREE_RUN_H

#include "mpi/collective/collective.h"

/* Computes the bitwise AND of a word of each rank. No rank returns before all ranks have called. */
void oc_agree(struct oc_collective *call, uint64_t *bits);

/* The numbers of one kind, which are at most 0 to 62. Bit n of `taken` is set if a communicator of
 * this process has taken number n. */
struct oc_numbers {
    uint64_t taken;
};
/* Set in `taken` when MPI_COMM_WORLD has taken its run of numbers. */
#define OC_WORLD_HAD_RUN ((uint64_t)1 << 63)

/* Whether a communicator needs no messages to take its run of numbers. */
static inline bool oc_numbers_are_known(const struct oc_numbers *numbers,
                                        const struct oc_communicator *comm) {
    return comm == &oc_comm_world && !(numbers->taken & OC_WORLD_HAD_RUN);
}

/* Takes a run of numbers for a communicator, among those numbers of `all` that are free at all of
 * its ranks. Returns the first number of the run, or -1 if there is no free run. run_for(size) is
 * the length of the run for `size` ranks. The ranks agree on the run by messages. MPI_COMM_WORLD
 * takes its first run without messages, because the lowest numbers are kept for it. */
int oc_numbers_take(struct oc_numbers *numbers, struct oc_collective *call, uint64_t all,
                    int (*run_for)(int size));

/* A word in which the bits of `count` consecutive numbers are set; `count` is 0 to 63. */
static inline uint64_t oc_run_of(int first, int count) {
    return (((uint64_t)1 << count) - 1) << first;
}

#endif
