#include "mpi/core/any_time.h"
#include "mpi/error/check.h"
#include "mpi/error/class_text.h"
#include "mpi/error/raise.h"
#include "mpi/error/user.h"

int PMPI_Remove_error_code(int code) {
    OC_ENTER_ANY_TIME("MPI_Remove_error_code");
    if ((error = oc_check_user_error(code)))
        return error;
    if (oc_error_class(code) == code)
        return oc_raise(NULL, MPI_ERR_ARG, "# is an error class|a code", code, 0);
    if (!oc_user_error_remove(code))
        return oc_raise(NULL, MPI_ERR_ARG, "# has codes or a text|remove them first", code, 0);
    return MPI_SUCCESS;
}
