#include "mpi/core/any_time.h"
#include "mpi/error/check.h"
#include "mpi/error/class_text.h"
#include "mpi/error/raise.h"
#include "mpi/error/user.h"

int PMPI_Remove_error_string(int code) {
    OC_ENTER_ANY_TIME("MPI_Remove_error_string");
    if ((error = oc_check_user_error(code)))
        return error;
    if (!*oc_error_text(code))
        return oc_raise(NULL, MPI_ERR_ARG, "# has no text|one that was given a text", code, 0);
    oc_user_error_describe(code, "");
    return MPI_SUCCESS;
}
