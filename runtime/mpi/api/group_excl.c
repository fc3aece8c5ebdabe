#include "mpi/funnel/funnel.h"
#include "mpi/group/check.h"
#include "mpi/group/chosen.h"

int PMPI_Group_excl(MPI_Group handle, int n, const int ranks[], MPI_Group *newgroup) {
    struct oc_group *from;
    struct oc_chosen chosen;
    int error = oc_enter("MPI_Group_excl");
    if (error || (error = oc_check_group(NULL, handle, &from)) ||
        (error = oc_check_ranks(n, ranks)) || (error = oc_check_result(NULL, newgroup)))
        return error;
    if (!oc_chosen_take(&chosen, from))
        error = oc_raise(NULL, MPI_ERR_NO_MEM, "no memory for a group", 0, 0);
    for (int i = 0; i < n && !error; i++)
        error = oc_choose_rank(&chosen, ranks[i]);
    if (!error)
        error = oc_give_group(oc_not_chosen(&chosen, from), newgroup);
    oc_chosen_free(&chosen);
    return error;
}

OC_FUNNELED(MPI_Group_excl);
