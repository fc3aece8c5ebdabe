#include "mpi/core/any_time.h"
#include "mpi/error/check.h"
#include "mpi/error/class_text.h"
#include "mpi/error/raise.h"
#include "mpi/error/user.h"

int PMPI_Add_error_code(int class, int *code) {
    OC_ENTER_ANY_TIME("MPI_Add_error_code");
    if ((error = oc_check_result(NULL, code)))
        return error;
    if (oc_error_class(class) != class)
        return oc_raise(NULL, MPI_ERR_ARG, "# is no error class|one that exists", class, 0);
    int new = oc_user_error_new(class);
    if (!new)
        return oc_raise(NULL, MPI_ERR_NO_MEM, "no memory for an error code", 0, 0);
    *code = new;
    return MPI_SUCCESS;
}
