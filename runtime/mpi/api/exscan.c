#include "mpi/api/alias.h"
#include "mpi/collective/collective.h"
#include "mpi/error/check.h"

int PMPI_Exscan(const void *sendbuf, void *recvbuf, int count, MPI_Datatype type, MPI_Op op,
                MPI_Comm handle) {
    struct oc_view mine, result;
    struct oc_reduction reduction;
    struct oc_communicator *comm = oc_enter_intra("MPI_Exscan", handle);
    if (!comm)
        return MPI_ERR_COMM;
    const void *operands = sendbuf == MPI_IN_PLACE ? recvbuf : sendbuf;
    int error;
    if ((count && (error = oc_check_distinct(comm, sendbuf, recvbuf))) ||
        (error = oc_check_operands(comm, operands, count, type, OC_READ, &mine)))
        return error;
    if (!(error = oc_check_reduction(comm, op, type, &reduction)) &&
        !(error = oc_check_operands(comm, recvbuf, count, type, OC_READ | OC_WRITE, &result))) {
        error =
            oc_finish_collective(comm, oc_scan_doubling(comm, mine.data, result.data, (size_t)count,
                                                        mine.bytes, &reduction, true));
        oc_view_close(&result);
    }
    oc_view_close(&mine);
    return error;
}

OC_ALIAS(MPI_Exscan);
