/* Code shared by algorithms for which the number of ranks must be a power of two. */
#ifndef MPI_COLLECTIVE_ALLREDUCE_POWER_H
#define MPI_COLLECTIVE_ALLREDUCE_POWER_H

#include "mpi/collective/collective.h"

/* The ranks that take part in the algorithm. Of the first 2 * extra ranks, only the odd ones take
 * part, each also on behalf of the even rank before it. The ranks that take part are numbered in
 * the order of their ranks. */
struct oc_power {
    int ranks; /* a power of two */
    int extra;
    int index; /* this rank's number */
    /* This rank's operand so far, and memory for another rank's operand. */
    char *mine, *other;
    size_t count, bytes;
    const struct oc_reduction *reduction;
};

static inline int oc_power_rank(const struct oc_power *power, int index) {
    return index < power->extra ? 2 * index + 1 : index + power->extra;
}

/* Combines `count` elements of `mine` and `other`, beginning at `offset` bytes, in the order of
 * ranks. `other` is what the rank with the number `index` has combined so far. The result is in
 * `mine`; the call may exchange the two pointers. */
void oc_power_combine(struct oc_collective *call, struct oc_power *power, int index, size_t offset,
                      size_t count);

/* Executes an allreduce. Ranks that take part call `work`, which leaves the result in
 * power->mine. */
int oc_allreduce_power(const struct oc_communicator *comm, const void *mine, void *result,
                       size_t count, size_t bytes, const struct oc_reduction *reduction,
                       void (*work)(struct oc_collective *call, struct oc_power *power));

#endif
