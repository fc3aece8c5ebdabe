#include "mpi/collective/choose.h"
#include "mpi/collective/inter.h"
#include "mpi/core/sized.h"
#include "mpi/error/check.h"

static int scatter(const struct oc_communicator *comm, const struct oc_view *all,
                   const struct oc_view *mine, bool in_place, int root) {
    size_t bytes = mine->bytes;
    if (comm->rank == root) {
        bytes = all->bytes / (size_t)comm->size;
        if (!in_place && bytes != mine->bytes)
            return bytes > mine->bytes ? MPI_ERR_TRUNCATE : MPI_ERR_COUNT;
    }
    void *block = in_place ? NULL : mine->data;
    return oc_choose_tree(bytes, comm->size)
               ? oc_scatter_binomial(comm, all->data, bytes, block, root)
               : oc_scatter_linear(comm, all->data, bytes, block, root);
}

int OC_SIZED(PMPI_Scatter)(const void *sendbuf, oc_int sendcount, MPI_Datatype sendtype,
                           void *recvbuf, oc_int recvcount, MPI_Datatype recvtype, int root,
                           MPI_Comm handle) {
    struct oc_view all = OC_NO_VIEW, mine = OC_NO_VIEW;
    struct oc_communicator *comm = oc_enter_comm(OC_CALL("MPI_Scatter"), handle);
    if (!comm)
        return MPI_ERR_COMM;
    if (comm->local) {
        struct oc_rank_blocks blocks =
            oc_blocks_uniform(sendbuf, oc_fit(sendcount, sendtype), sendtype);
        return oc_inter.scatter(comm, &blocks, recvbuf, oc_fit(recvcount, recvtype), recvtype,
                                root);
    }
    int error = oc_check_root(comm, root);
    if (error)
        return error;
    bool is_root = comm->rank == root, in_place = is_root && recvbuf == MPI_IN_PLACE;
    if (is_root && sendcount && (error = oc_check_distinct(comm, sendbuf, recvbuf)))
        return error;
    if ((is_root && (error = oc_check_views(comm, sendbuf, oc_fit(sendcount, sendtype), comm->size,
                                            sendtype, OC_READ, &all))) ||
        (!in_place && (error = oc_check_view(comm, recvbuf, oc_fit(recvcount, recvtype), recvtype,
                                             OC_WRITE, &mine)))) {
        oc_view_close(&all);
        return error;
    }
    error = scatter(comm, &all, &mine, in_place, root);
    oc_view_close(&all);
    oc_view_close(&mine);
    return oc_finish_collective(comm, error);
}
