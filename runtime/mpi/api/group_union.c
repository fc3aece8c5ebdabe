#include "mpi/error/check_group.h"

/* The union contains the members of the first group in its order. The members of the second group
 * that are not in the first follow, in the order of the second group. */
int PMPI_Group_union(MPI_Group handle1, MPI_Group handle2, MPI_Group *newgroup) {
    struct oc_group *one, *other;
    int error = oc_enter("MPI_Group_union");
    if (error || (error = oc_check_group(NULL, handle1, &one)) ||
        (error = oc_check_group(NULL, handle2, &other)) ||
        (error = oc_check_result(NULL, newgroup)))
        return error;
    struct oc_group *group = oc_group_new(one->size + other->size);
    for (int rank = 0; group && rank < one->size; rank++)
        oc_group_append(group, oc_group_world_rank(one, rank));
    for (int rank = 0; group && rank < other->size; rank++) {
        int world = oc_group_world_rank(other, rank);
        if (oc_group_rank(one, world) == MPI_UNDEFINED)
            oc_group_append(group, world);
    }
    return oc_give_group(group, newgroup);
}
