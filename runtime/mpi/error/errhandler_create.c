#include "mpi/core/any_time.h"
#include "mpi/error/check.h"
#include "mpi/error/errhandler.h"
#include "mpi/error/raise.h"

int oc_errhandler_create(const char *call, MPI_Comm_errhandler_function *function,
                         MPI_Errhandler *errhandler) {
    OC_ENTER_ANY_TIME(call);
    error = oc_check_result(NULL, errhandler);
    if (error)
        return error;
    if (!function)
        return oc_raise(NULL, MPI_ERR_ARG, "the error handler's function is null|a function", 0, 0);
    struct oc_errhandler *handler = oc_errhandler_new(function);
    if (!handler)
        return oc_raise(NULL, MPI_ERR_NO_MEM, "no memory for an error handler", 0, 0);
    *errhandler = (MPI_Errhandler)handler;
    return MPI_SUCCESS;
}
