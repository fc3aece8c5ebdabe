#include "mpi/group/group.h"

int oc_group_rank(const struct oc_group *group, int world) {
    if (!group->listed) {
        int steps = (world - group->first) / group->stride;
        bool on_step = (world - group->first) % group->stride == 0;
        return on_step && steps >= 0 && steps < group->size ? steps : MPI_UNDEFINED;
    }
    for (int rank = 0; rank < group->size; rank++)
        if (group->ranks[rank] == world)
            return rank;
    return MPI_UNDEFINED;
}
