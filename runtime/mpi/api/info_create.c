#include "mpi/core/any_time.h"
#include "mpi/info/check.h"

int PMPI_Info_create(MPI_Info *handle) {
    OC_ENTER_ANY_TIME("MPI_Info_create");
    if ((error = oc_check_result(NULL, handle)))
        return error;
    struct oc_info *info = oc_info_new();
    if (!info)
        return oc_no_memory_for_info(NULL, NULL);
    *handle = oc_info_handle(info);
    return MPI_SUCCESS;
}
