#include "mpi/error/rank_set.h"

#include <stdlib.h>

#include "mpi/error/raise.h"

bool oc_rank_set_new(struct oc_rank_set *chosen, const struct oc_group *group) {
    chosen->size = group->size;
    chosen->bits = calloc((size_t)group->size / 32 + 1, sizeof *chosen->bits);
    return chosen->bits;
}

void oc_rank_set_free(struct oc_rank_set *chosen) {
    free(chosen->bits);
}

int oc_rank_set_add(struct oc_rank_set *chosen, int rank) {
    if (rank < 0 || rank >= chosen->size)
        return oc_raise(NULL, MPI_ERR_RANK, "rank # is not in the group|ranks below its size, #",
                        rank, chosen->size);
    if (oc_rank_set_has(chosen, rank))
        return oc_raise(NULL, MPI_ERR_RANK, "rank # is named twice|each rank once", rank, 0);
    chosen->bits[rank / 32] |= UINT32_C(1) << rank % 32;
    return MPI_SUCCESS;
}

static int choose_range(struct oc_rank_set *chosen, const struct oc_group *from, const int range[3],
                        struct oc_group *group) {
    long first = range[0], last = range[1], stride = range[2];
    if (!stride || (last - first > 0) != (stride > 0 && last != first))
        return oc_raise(NULL, MPI_ERR_ARG,
                        "a range from # has the stride #|one that leads to its end", first, stride);
    for (long rank = first; stride > 0 ? rank <= last : rank >= last; rank += stride) {
        int error = oc_rank_set_add(chosen, (int)rank);
        if (error)
            return error;
        if (group)
            oc_group_append(group, oc_group_world_rank(from, (int)rank));
    }
    return MPI_SUCCESS;
}

int oc_rank_set_add_ranges(struct oc_rank_set *chosen, const struct oc_group *from, int count,
                           int ranges[][3], struct oc_group *group) {
    int error = MPI_SUCCESS;
    for (int i = 0; i < count && !error; i++)
        error = choose_range(chosen, from, ranges[i], group);
    return error;
}

struct oc_group *oc_rank_set_complement(const struct oc_rank_set *chosen,
                                        const struct oc_group *from) {
    struct oc_group *group = oc_group_new(from->size);
    for (int rank = 0; group && rank < from->size; rank++)
        if (!oc_rank_set_has(chosen, rank))
            oc_group_append(group, oc_group_world_rank(from, rank));
    return group;
}
