/* What the algorithms for powers of two of ranks have in common. */
#ifndef MPI_COLLECTIVE_ALLREDUCE_POWER_H
#define MPI_COLLECTIVE_ALLREDUCE_POWER_H

#include "mpi/collective/collective.h"

/* The ranks that take part: of the first 2 * extra ones only the odd ones, on behalf of the even
 * ones before them. They are numbered in the order of ranks. */
struct oc_power {
    int ranks; /* a power of two */
    int extra;
    int index; /* this rank's number */
    /* The operand so far, and room for somebody else's. */
    char *mine, *other;
    size_t count, bytes;
    const struct oc_reduction *reduction;
};

static inline int oc_power_rank(const struct oc_power *power, int index) {
    return index < power->extra ? 2 * index + 1 : index + power->extra;
}

/* Combines `count` elements that lie `offset` bytes from the beginning of both operands, of which
 * `other` is that of the ranks with number `index` and its neighbours. The result is in `mine`:
 * both may have changed places. */
void oc_power_combine(struct oc_collective *call, struct oc_power *power, int index, size_t offset,
                      size_t count);

/* The whole: `work` is called by those that take part, and leaves the result in power->mine. */
int oc_allreduce_power(const struct oc_communicator *comm, const void *mine, void *result,
                       size_t count, size_t bytes, const struct oc_reduction *reduction,
                       void (*work)(struct oc_collective *call, struct oc_power *power));

#endif
