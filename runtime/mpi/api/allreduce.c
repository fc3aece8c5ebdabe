#include "mpi/collective/choose.h"
#include "mpi/collective/fast_path.h"
#include "mpi/collective/inter.h"
#include "mpi/core/sized.h"
#include "mpi/error/check.h"

__attribute__((noinline)) static int allreduce(const void *sendbuf, void *recvbuf, ptrdiff_t count,
                                               MPI_Datatype type, MPI_Op op, MPI_Comm handle) {
    struct oc_view mine = OC_NO_VIEW, result;
    struct oc_reduction reduction;
    struct oc_communicator *comm = oc_enter_comm(OC_CALL("MPI_Allreduce"), handle);
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
        error = oc_finish_collective(comm, oc_allreduce(comm, in_place ? result.data : mine.data,
                                                        result.data, (size_t)count, result.bytes,
                                                        &reduction));
        oc_view_close(&mine);
    }
    oc_view_close(&result);
    return error;
}

int OC_SIZED(PMPI_Allreduce)(const void *sendbuf, void *recvbuf, oc_int count, MPI_Datatype type,
                             MPI_Op op, MPI_Comm handle) {
    size_t bytes = oc_fast_bytes(handle, recvbuf, oc_fit(count, type), type);
    struct oc_reduction reduction = {.type = type};
    const void *mine = sendbuf == MPI_IN_PLACE ? recvbuf : sendbuf;
    if (!bytes || !mine || sendbuf == recvbuf || !(reduction.fold = oc_op_find(op, type)))
        return allreduce(sendbuf, recvbuf, oc_fit(count, type), type, op, handle);
    oc_process.call = OC_CALL("MPI_Allreduce");
    return oc_finish_fast(
        oc_fits_cells_of_world(bytes)
            ? oc_allreduce_cells(&oc_comm_world, mine, recvbuf, (size_t)count, bytes, &reduction)
            : oc_allreduce(&oc_comm_world, mine, recvbuf, (size_t)count, bytes, &reduction));
}
