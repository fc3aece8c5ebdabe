#include <stdlib.h>

#include "mpi/funnel/funnel.h"
#include "mpi/group/check.h"
#include "mpi/group/chosen.h"

int PMPI_Group_range_incl(MPI_Group handle, int n, int ranges[][3], MPI_Group *newgroup) {
    struct oc_group *from, *group = NULL;
    struct oc_chosen chosen;
    int error = oc_enter("MPI_Group_range_incl");
    if (error || (error = oc_check_group(NULL, handle, &from)) ||
        (error = oc_check_ranks(n, ranges)) || (error = oc_check_result(NULL, newgroup)))
        return error;
    if (!oc_chosen_take(&chosen, from) || !(group = oc_group_new(from->size)))
        error = oc_raise(NULL, MPI_ERR_NO_MEM, "no memory for a group", 0, 0);
    if (!error)
        error = oc_choose_ranges(&chosen, from, n, ranges, group);
    oc_chosen_free(&chosen);
    if (error) {
        free(group);
        return error;
    }
    return oc_give_group(group, newgroup);
}

OC_FUNNELED(MPI_Group_range_incl);
