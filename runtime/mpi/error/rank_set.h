/* A set of ranks of a group. The user may name each rank once. */
#ifndef MPI_ERROR_RANK_SET_H
#define MPI_ERROR_RANK_SET_H

#include <stdbool.h>
#include <stdint.h>

#include "mpi/group/group.h"

struct oc_rank_set {
    uint32_t *bits;
    int size; /* size of the group */
};

/* oc_rank_set_new() returns false if there is no memory. */
bool oc_rank_set_new(struct oc_rank_set *chosen, const struct oc_group *group);
void oc_rank_set_free(struct oc_rank_set *chosen);

static inline bool oc_rank_set_has(const struct oc_rank_set *chosen, int rank) {
    return chosen->bits[rank / 32] >> rank % 32 & 1;
}

/* Adds a rank. Returns MPI_SUCCESS, or what oc_raise() returns if the rank is out of range or has
 * been added before. */
int oc_rank_set_add(struct oc_rank_set *chosen, int rank);

/* Each of the `count` triplets gives the ranks first, first + stride, … up to `last`. The function
 * adds these ranks to the set and, if `group` is not null, appends them to `group` in this
 * order. */
int oc_rank_set_add_ranges(struct oc_rank_set *chosen, const struct oc_group *from, int count,
                           int ranges[][3], struct oc_group *group);

/* Makes a new group of the members of a group that are not in the set. Returns null if there is no
 * memory. */
struct oc_group *oc_rank_set_complement(const struct oc_rank_set *chosen,
                                        const struct oc_group *from);

#endif
