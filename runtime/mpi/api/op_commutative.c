#include "mpi/error/check.h"
#include "mpi/error/raise.h"
#include "mpi/op/user.h"

static bool is_predefined(MPI_Op op) {
    return (uintptr_t)op > (uintptr_t)MPI_OP_NULL && (uintptr_t)op <= (uintptr_t)MPI_NO_OP;
}

int PMPI_Op_commutative(MPI_Op op, int *commute) {
    const struct oc_op *user;
    int error = oc_enter("MPI_Op_commutative");
    if (error || (error = oc_check_result(NULL, commute)))
        return error;
    if (is_predefined(op))
        *commute = op != MPI_REPLACE && op != MPI_NO_OP;
    else if (&oc_user_op && (user = oc_user_op.find(op)))
        *commute = user->commutative;
    else
        return oc_raise(NULL, MPI_ERR_OP,
                        "operation 0x$ is invalid|a predefined one, or one that has not been "
                        "freed",
                        (long)(intptr_t)op, 0);
    return MPI_SUCCESS;
}
