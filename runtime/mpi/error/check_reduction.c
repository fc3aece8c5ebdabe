#include "mpi/error/check.h"
#include "mpi/error/raise.h"

int oc_check_reduction(const struct oc_communicator *comm, MPI_Op op, MPI_Datatype type,
                       struct oc_reduction *reduction) {
    *reduction = (struct oc_reduction){.type = type, .fold = oc_op_find(op, type)};
    if (reduction->fold)
        return MPI_SUCCESS;
    if (&oc_user_op && (reduction->user = oc_user_op.find(op)))
        return MPI_SUCCESS;
    if (&oc_derived) {
        MPI_Datatype predefined = oc_derived.stands_for(type);
        if (predefined != MPI_DATATYPE_NULL)
            return oc_check_reduction(comm, op, predefined, reduction);
    }
    return oc_raise(comm, MPI_ERR_OP,
                    "operation 0x$ on datatype 0x$ is not defined|a predefined operation that "
                    "the standard defines for the datatype, or one of MPI_Op_create",
                    (long)(intptr_t)op, (long)(intptr_t)type);
}
