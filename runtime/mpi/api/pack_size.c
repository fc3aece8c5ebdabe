#include "mpi/core/sized.h"
#include "mpi/error/raise.h"
#include "mpi/type/check.h"

int OC_SIZED(PMPI_Pack_size)(oc_int incount, MPI_Datatype datatype, MPI_Comm handle, oc_int *size) {
    struct oc_type *type;
    MPI_Count total;
    struct oc_communicator *comm = oc_enter_comm(OC_CALL("MPI_Pack_size"), handle);
    if (!comm)
        return MPI_ERR_COMM;
    int error = oc_check_result(comm, size);
    if (error || (error = oc_check_count(comm, incount)) ||
        (error = oc_check_committed(comm, datatype, &type)))
        return error;
    bool overflow = __builtin_mul_overflow(type->size, incount, &total);
    *size = overflow || total > OC_INT_MAX ? MPI_UNDEFINED : (oc_int)total;
    return MPI_SUCCESS;
}
