#include "mpi/core/sized.h"
#include "mpi/error/check.h"
#include "mpi/error/raise.h"
#include "mpi/op/user.h"

int OC_SIZED(PMPI_Op_create)(OC_SIZED(MPI_User_function) * function, int commute, MPI_Op *op) {
    int error = oc_enter(OC_CALL("MPI_Op_create"));
    if (error || (error = oc_check_result(NULL, op)))
        return error;
    if (!function)
        return oc_raise(NULL, MPI_ERR_ARG, "the function is null|the operation's function", 0, 0);
    *op = oc_op_new((struct oc_op){.OC_SIZED(function) = function, .commutative = commute});
    if (*op == MPI_OP_NULL)
        return oc_raise(NULL, MPI_ERR_NO_MEM, "no memory for an operation", 0, 0);
    return MPI_SUCCESS;
}
