#include "mpi/error/check_group.h"

/* Members are in the order of the first group. */
int PMPI_Group_difference(MPI_Group handle1, MPI_Group handle2, MPI_Group *newgroup) {
    struct oc_group *one, *other;
    int error = oc_enter("MPI_Group_difference");
    if (error || (error = oc_check_group(NULL, handle1, &one)) ||
        (error = oc_check_group(NULL, handle2, &other)) ||
        (error = oc_check_result(NULL, newgroup)))
        return error;
    struct oc_group *group = oc_group_new(one->size);
    for (int rank = 0; group && rank < one->size; rank++) {
        int world = oc_group_world_rank(one, rank);
        if (oc_group_rank(other, world) == MPI_UNDEFINED)
            oc_group_append(group, world);
    }
    return oc_give_group(group, newgroup);
}
