#include "mpi/collective/choose.h"
#include "mpi/collective/inter.h"
#include "mpi/core/sized.h"
#include "mpi/error/check.h"

/* Scatters blocks of one length. If the root's receive buffer has a different length, the root
 * leaves out its own block, but still sends the others, so that no rank waits for ever. */
static int scatter(struct oc_communicator *comm, const struct oc_view *all,
                   const struct oc_view *mine, bool in_place, int root) {
    size_t bytes = comm->rank == root ? all->bytes / (size_t)comm->size : mine->bytes;
    bool is_wrong = !in_place && mine->bytes != bytes;
    enum oc_gather way = oc_choose_gather(comm, bytes);
    const struct oc_view *own = in_place || is_wrong ? NULL : mine;
    struct oc_rank_blocks blocks = oc_blocks_uniform(all->data, (ptrdiff_t)bytes, MPI_BYTE);
    int error = way == OC_GATHER_TREE
                    ? oc_scatter_binomial(comm, all->data, bytes, own ? own->data : NULL, root)
                    : oc_scatterv(comm, &blocks, own, root, way == OC_GATHER_DIRECT);
    if (is_wrong)
        return bytes > mine->bytes ? MPI_ERR_TRUNCATE : MPI_ERR_COUNT;
    return error;
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
