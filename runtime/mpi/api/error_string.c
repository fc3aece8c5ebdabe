#include <string.h>

#include "mpi/core/process.h"
#include "mpi/error/check.h"
#include "mpi/error/class_text.h"
#include "mpi/error/raise.h"

int PMPI_Error_string(int code, char *string, int *length) {
    oc_process.call = "MPI_Error_string";
    int error = oc_check_result(NULL, string);
    if (error || (error = oc_check_result(NULL, length)))
        return error;
    const char *text = oc_error_text(code);
    if (!text)
        return oc_raise(NULL, MPI_ERR_ARG, "# is not an error code|one that a call returned", code,
                        0);
    *length = (int)strlen(text);
    memcpy(string, text, (size_t)*length + 1);
    return MPI_SUCCESS;
}
