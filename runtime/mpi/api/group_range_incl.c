#include <stdlib.h>

#include "mpi/error/check_group.h"
#include "mpi/error/rank_set.h"

int PMPI_Group_range_incl(MPI_Group handle, int n, int ranges[][3], MPI_Group *newgroup) {
    struct oc_group *from, *group = NULL;
    struct oc_rank_set chosen;
    int error = oc_enter("MPI_Group_range_incl");
    if (error || (error = oc_check_group(NULL, handle, &from)) ||
        (error = oc_check_ranks(n, ranges)) || (error = oc_check_result(NULL, newgroup)))
        return error;
    if (!oc_rank_set_new(&chosen, from) || !(group = oc_group_new(from->size)))
        error = oc_raise(NULL, MPI_ERR_NO_MEM, "no memory for a group", 0, 0);
    if (!error)
        error = oc_rank_set_add_ranges(&chosen, from, n, ranges, group);
    oc_rank_set_free(&chosen);
    if (error) {
        free(group);
        return error;
    }
    return oc_give_group(group, newgroup);
}
