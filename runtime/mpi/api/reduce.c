#include "mpi/collective/choose.h"
#include "mpi/collective/fast_path.h"
#include "mpi/collective/inter.h"
#include "mpi/core/sized.h"
#include "mpi/error/check.h"

__attribute__((noinline)) static int reduce(const void *sendbuf, void *recvbuf, ptrdiff_t count,
                                            MPI_Datatype type, MPI_Op op, int root,
                                            MPI_Comm handle) {
    struct oc_view mine = OC_NO_VIEW, result = OC_NO_VIEW;
    struct oc_reduction reduction;
    struct oc_communicator *comm = oc_enter_comm(OC_CALL("MPI_Reduce"), handle);
    if (!comm)
        return MPI_ERR_COMM;
    if (comm->local)
        return oc_inter.reduce(comm, sendbuf, recvbuf, count, type, op, root);
    int error = oc_check_root(comm, root);
    if (error)
        return error;
    bool is_root = comm->rank == root, in_place = is_root && sendbuf == MPI_IN_PLACE;
    if ((is_root && count && (error = oc_check_distinct(comm, sendbuf, recvbuf))) ||
        (error =
             oc_check_operands(comm, in_place ? recvbuf : sendbuf, count, type, OC_READ, &mine)))
        return error;
    if (!(error = oc_check_reduction(comm, op, type, &reduction)) &&
        (!is_root || !(error = oc_check_operands(comm, recvbuf, count, type, OC_WRITE, &result)))) {
        error = oc_finish_collective(comm, oc_reduce_to(comm, mine.data, result.data, (size_t)count,
                                                        mine.bytes, &reduction, root));
        oc_view_close(&result);
    }
    oc_view_close(&mine);
    return error;
}

int OC_SIZED(PMPI_Reduce)(const void *sendbuf, void *recvbuf, oc_int count, MPI_Datatype type,
                          MPI_Op op, int root, MPI_Comm handle) {
    size_t bytes = oc_fast_bytes(handle, sendbuf, oc_fit(count, type), type);
    struct oc_reduction reduction = {.type = type};
    bool is_root = oc_comm_world.rank == root;
    if (!bytes || !oc_is_root_of_world(root) ||
        (is_root && (!oc_is_address(recvbuf) || recvbuf == sendbuf)) ||
        !(reduction.fold = oc_op_find(op, type)))
        return reduce(sendbuf, recvbuf, oc_fit(count, type), type, op, root, handle);
    oc_process.call = OC_CALL("MPI_Reduce");
    return oc_finish_fast(oc_fits_cells_of_world(bytes)
                              ? oc_reduce_cells(&oc_comm_world, sendbuf, recvbuf, (size_t)count,
                                                bytes, &reduction, root)
                              : oc_reduce_to(&oc_comm_world, sendbuf, is_root ? recvbuf : NULL,
                                             (size_t)count, bytes, &reduction, root));
}
