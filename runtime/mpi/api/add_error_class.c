#include "mpi/core/any_time.h"
#include "mpi/error/check.h"
#include "mpi/error/raise.h"
#include "mpi/error/user.h"

int PMPI_Add_error_class(int *class) {
    OC_ENTER_ANY_TIME("MPI_Add_error_class");
    if ((error = oc_check_result(NULL, class)))
        return error;
    int code = oc_user_error_new(0);
    if (!code)
        return oc_raise(NULL, MPI_ERR_NO_MEM, "no memory for an error class", 0, 0);
    *class = code;
    return MPI_SUCCESS;
}
