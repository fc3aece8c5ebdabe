#include "mpi/error/check.h"
#include "mpi/error/raise.h"
#include "mpi/op/user.h"

int PMPI_Op_free(MPI_Op *op) {
    int error = oc_enter("MPI_Op_free");
    if (error || (error = oc_check_result(NULL, op)))
        return error;
    if (!oc_op_free(*op))
        return oc_raise(NULL, MPI_ERR_OP,
                        "operation 0x$ cannot be freed|one of MPI_Op_create, once",
                        (long)(intptr_t)*op, 0);
    *op = MPI_OP_NULL;
    return MPI_SUCCESS;
}
