#include "mpi/core/any_time.h"
#include "mpi/info/check.h"
#include "mpi/info/environment.h"

int PMPI_Info_create_env(int argc, char *argv[], MPI_Info *handle) {
    (void)argc;
    (void)argv;
    OC_ENTER_ANY_TIME("MPI_Info_create_env");
    error = oc_check_result(NULL, handle);
    if (error)
        return error;
    const struct oc_info *environment = oc_info_environment();
    struct oc_info *info = oc_info_new();
    if (!environment || !info || !oc_info_copy(info, environment, NULL))
        return oc_no_memory_for_info(NULL, info);
    *handle = oc_info_handle(info);
    return MPI_SUCCESS;
}
