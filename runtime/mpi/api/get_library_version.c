#include <string.h>

#include "mpi/core/process.h"
#include "mpi/error/check.h"

int PMPI_Get_library_version(char *version, int *length) {
    static const char text[] = "onchip MPI 0.1";
    oc_process.call = "MPI_Get_library_version";
    int error = oc_check_result(NULL, version);
    if (error || (error = oc_check_result(NULL, length)))
        return error;
    memcpy(version, text, sizeof text);
    *length = sizeof text - 1;
    return MPI_SUCCESS;
}
