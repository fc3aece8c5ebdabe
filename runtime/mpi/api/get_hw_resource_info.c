#include "mpi/info/check.h"

/* Returns an info with the hardware resource of each process. A process is bound to a core, and so
 * to the core's tile. The key is a value of mpi_hw_resource_type for MPI_Comm_split_type. */
int PMPI_Get_hw_resource_info(MPI_Info *handle) {
    int error = oc_enter("MPI_Get_hw_resource_info");
    if (error || (error = oc_check_result(NULL, handle)))
        return error;
    struct oc_info *info = oc_info_new();
    if (!info || !oc_info_set(info, "onchip://tile", "true"))
        return oc_no_memory_for_info(NULL, info);
    *handle = oc_info_handle(info);
    return MPI_SUCCESS;
}
