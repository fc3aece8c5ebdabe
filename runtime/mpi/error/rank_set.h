/* A set of ranks of a group. To add a rank twice is an error. */
#ifndef MPI_ERROR_RANK_SET_H
#define MPI_ERROR_RANK_SET_H

#include <stdbool.h>
#include <stdint.h>

#include "mpi/group/group.h"

struct oc_rank_set {
    uint32_t *bits;
    int size; /* size of the group */
};

/* Makes an empty set for ranks of a group. Returns false if there is no memory. */
bool oc_rank_set_new(struct oc_rank_set *chosen, const struct oc_group *group);
void oc_rank_set_free(struct oc_rank_set *chosen);

static inline bool oc_rank_set_has(const struct oc_rank_set *chosen, int rank) {
    return chosen->bits[rank / 32] >> rank % 32 & 1;
}

/* Adds a rank. If the rank is out of range or has been added before, raises an error and returns
 * the result of oc_raise(). */
int oc_rank_set_add(struct oc_rank_set *chosen, int rank);

/* Adds ranges of ranks. Each of the `count` triplets means the ranks first, first + stride, and so
 * on, up to `last`. If `group` is not null, the function also appends the ranks to `group`, in this
 * order. */
int oc_rank_set_add_ranges(struct oc_rank_set *chosen, const struct oc_group *from, int count,
                           int ranges[][3], struct oc_group *group);

/* Makes a group of those members of `from` that are not in the set. Returns null if there is no
 * memory. */
struct oc_group *oc_rank_set_complement(const struct oc_rank_set *chosen,
                                        const struct oc_group *from);

#endif
