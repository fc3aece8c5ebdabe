#include "mpi/collective/choose.h"
#include "mpi/collective/inter.h"
#include "mpi/core/sized.h"
#include "mpi/error/check.h"

/* Gathers blocks of one length. If the root's own block has a different length, the root leaves it
 * out, but still receives the others, so that no rank waits for ever. */
static int gather(struct oc_communicator *comm, const struct oc_view *mine,
                  const struct oc_view *all, bool in_place, int root) {
    size_t bytes = comm->rank == root ? all->bytes / (size_t)comm->size : mine->bytes;
    bool is_wrong = !in_place && mine->bytes != bytes;
    enum oc_gather way = oc_choose_gather(comm, bytes);
    const struct oc_view *own = in_place || is_wrong ? NULL : mine;
    struct oc_rank_blocks blocks = oc_blocks_uniform(all->data, (ptrdiff_t)bytes, MPI_BYTE);
    int error = way == OC_GATHER_TREE
                    ? oc_gather_binomial(comm, own ? own->data : NULL, bytes, all->data, root)
                    : oc_gatherv(comm, own, &blocks, root, way == OC_GATHER_DIRECT);
    if (is_wrong)
        return mine->bytes > bytes ? MPI_ERR_TRUNCATE : MPI_ERR_COUNT;
    return error;
}

int OC_SIZED(PMPI_Gather)(const void *sendbuf, oc_int sendcount, MPI_Datatype sendtype,
                          void *recvbuf, oc_int recvcount, MPI_Datatype recvtype, int root,
                          MPI_Comm handle) {
    struct oc_view mine = OC_NO_VIEW, all = OC_NO_VIEW;
    struct oc_communicator *comm = oc_enter_comm(OC_CALL("MPI_Gather"), handle);
    if (!comm)
        return MPI_ERR_COMM;
    if (comm->local) {
        struct oc_rank_blocks blocks =
            oc_blocks_uniform(recvbuf, oc_fit(recvcount, recvtype), recvtype);
        return oc_inter.gather(comm, sendbuf, oc_fit(sendcount, sendtype), sendtype, &blocks, root);
    }
    int error = oc_check_root(comm, root);
    if (error)
        return error;
    bool is_root = comm->rank == root, in_place = is_root && sendbuf == MPI_IN_PLACE;
    if (is_root && sendcount && !in_place && (error = oc_check_distinct(comm, sendbuf, recvbuf)))
        return error;
    if ((!in_place && (error = oc_check_view(comm, sendbuf, oc_fit(sendcount, sendtype), sendtype,
                                             OC_READ, &mine))) ||
        (is_root &&
         (error = oc_check_views(comm, recvbuf, oc_fit(recvcount, recvtype), comm->size, recvtype,
                                 in_place ? OC_READ | OC_WRITE : OC_WRITE, &all)))) {
        oc_view_close(&mine);
        return error;
    }
    error = gather(comm, &mine, &all, in_place, root);
    oc_view_close(&mine);
    oc_view_close(&all);
    return oc_finish_collective(comm, error);
}
