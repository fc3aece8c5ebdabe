#include "mpi/error/check_group.h"

int oc_select_group(const char *call, const MPI_Group handles[2], bool common, MPI_Group *result) {
    struct oc_group *one, *other;
    int error = oc_enter(call);
    if (error || (error = oc_check_group(NULL, handles[0], &one)) ||
        (error = oc_check_group(NULL, handles[1], &other)) ||
        (error = oc_check_result(NULL, result)))
        return error;
    struct oc_group *group = oc_group_new(one->size);
    for (int rank = 0; group && rank < one->size; rank++) {
        int world = oc_group_world_rank(one, rank);
        if ((oc_group_rank(other, world) != MPI_UNDEFINED) == common)
            oc_group_append(group, world);
    }
    return oc_give_group(group, result);
}
