#include "mpi/core/any_time.h"
#include "mpi/info/check.h"

int PMPI_Info_free(MPI_Info *handle) {
    struct oc_info *info;
    OC_ENTER_ANY_TIME("MPI_Info_free");
    if ((error = oc_check_result(NULL, handle)) ||
        (error = oc_check_info_to_change(*handle, &info)))
        return error;
    oc_info_handle_free(info);
    *handle = MPI_INFO_NULL;
    return MPI_SUCCESS;
}
