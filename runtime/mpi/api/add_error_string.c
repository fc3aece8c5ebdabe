#include "mpi/core/any_time.h"
#include "mpi/error/check.h"
#include "mpi/error/raise.h"
#include "mpi/error/user.h"

/* A string that is too long is cut. An empty string removes the text. */
int PMPI_Add_error_string(int code, const char *string) {
    OC_ENTER_ANY_TIME("MPI_Add_error_string");
    if ((error = oc_check_result(NULL, string)) || (error = oc_check_user_error(code)))
        return error;
    if (!oc_user_error_describe(code, string))
        return oc_raise(NULL, MPI_ERR_NO_MEM, "no memory for an error string", 0, 0);
    return MPI_SUCCESS;
}
