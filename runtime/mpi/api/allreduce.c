#include <string.h>

#include "mpi/api/alias.h"
#include "mpi/collective/collective.h"
#include "mpi/collective/inter/inter.h"
#include "mpi/error/check.h"

int PMPI_Allreduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype type, MPI_Op op,
                   MPI_Comm handle) {
    struct oc_view mine = OC_NO_VIEW, result;
    struct oc_reduction reduction;
    struct oc_communicator *comm = oc_enter_comm("MPI_Allreduce", handle);
    if (!comm)
        return MPI_ERR_COMM;
    if (comm->local)
        return oc_inter.allreduce(comm, sendbuf, recvbuf, count, type, op);
    bool in_place = sendbuf == MPI_IN_PLACE;
    int error;
    if ((count && (error = oc_check_distinct(comm, sendbuf, recvbuf))) ||
        (error = oc_check_operands(comm, recvbuf, count, type, OC_READ | OC_WRITE, &result)))
        return error;
    if (!(error = oc_check_reduction(comm, op, type, &reduction)) &&
        (in_place || !(error = oc_check_operands(comm, sendbuf, count, type, OC_READ, &mine)))) {
        if (mine.bytes)
            memcpy(result.data, mine.data, mine.bytes);
        oc_view_close(&mine);
        error = oc_finish_collective(comm, oc_allreduce_doubling(comm, result.data, (size_t)count,
                                                                 result.bytes, &reduction));
    }
    oc_view_close(&result);
    return error;
}

OC_ALIAS(MPI_Allreduce);
