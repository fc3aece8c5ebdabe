#include "mpi/error/check.h"
#include "mpi/error/raise.h"

int oc_check_reduction(const struct oc_communicator *comm, MPI_Op op, MPI_Datatype type,
                       oc_reduction **reduction) {
    if ((*reduction = oc_op_find(op, type)))
        return MPI_SUCCESS;
    return oc_raise(comm, MPI_ERR_OP,
                    "operation $ on datatype $ is not defined; right: a predefined operation that "
                    "the standard defines for the datatype",
                    (long)(intptr_t)op, (long)(intptr_t)type);
}
