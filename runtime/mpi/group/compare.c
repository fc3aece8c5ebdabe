#include "mpi/group/compare.h"

int oc_group_compare(const struct oc_group *one, const struct oc_group *other) {
    if (one->size != other->size)
        return MPI_UNEQUAL;
    int result = MPI_IDENT;
    for (int rank = 0; rank < one->size; rank++) {
        int world = oc_group_world_rank(one, rank);
        if (oc_group_world_rank(other, rank) == world)
            continue;
        if (oc_group_rank(other, world) == MPI_UNDEFINED)
            return MPI_UNEQUAL;
        result = MPI_SIMILAR;
    }
    return result;
}
