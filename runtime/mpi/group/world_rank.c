#include "mpi/group/group.h"

int oc_group_world_rank(const struct oc_group *group, int rank) {
    return group->listed ? group->ranks[rank] : group->first + rank * group->stride;
}
