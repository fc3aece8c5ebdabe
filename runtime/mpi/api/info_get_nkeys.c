#include "mpi/core/any_time.h"
#include "mpi/info/check.h"

int PMPI_Info_get_nkeys(MPI_Info handle, int *count) {
    struct oc_info *info;
    OC_ENTER_ANY_TIME("MPI_Info_get_nkeys");
    if ((error = oc_check_info(NULL, handle, &info)) || (error = oc_check_result(NULL, count)))
        return error;
    *count = 0;
    for (const struct oc_pair *pair = info->pairs; pair; pair = pair->next)
        ++*count;
    return MPI_SUCCESS;
}
