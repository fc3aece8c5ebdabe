#include "mpi/core/process.h"
#include "mpi/error/check.h"
#include "mpi/error/class_text.h"
#include "mpi/error/raise.h"

int PMPI_Error_class(int code, int *class) {
    oc_process.call = "MPI_Error_class";
    int error = oc_check_result(NULL, class);
    if (error)
        return error;
    int found = oc_error_class(code);
    if (found < 0)
        return oc_raise(NULL, MPI_ERR_ARG, "# is not an error code|one that a call returned", code,
                        0);
    *class = found;
    return MPI_SUCCESS;
}
