#include "mpi/core/any_time.h"
#include "mpi/info/check.h"

int PMPI_Info_dup(MPI_Info handle, MPI_Info *newinfo) {
    struct oc_info *info, *copy;
    OC_ENTER_ANY_TIME("MPI_Info_dup");
    if ((error = oc_check_info(NULL, handle, &info)) || (error = oc_check_result(NULL, newinfo)))
        return error;
    if (!(copy = oc_info_new()) || !oc_info_copy(copy, info, NULL))
        return oc_no_memory_for_info(NULL, copy);
    *newinfo = oc_info_handle(copy);
    return MPI_SUCCESS;
}
