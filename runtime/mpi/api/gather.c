#include "mpi/collective/choose.h"
#include "mpi/collective/inter.h"
#include "mpi/core/sized.h"
#include "mpi/error/check.h"

static int gather(const struct oc_communicator *comm, struct oc_view *mine, struct oc_view *all,
                  bool in_place, int root) {
    if (comm->rank == root) {
        size_t room = all->bytes / (size_t)comm->size;
        if (in_place)
            mine->bytes = room;
        if (mine->bytes != room)
            return mine->bytes > room ? MPI_ERR_TRUNCATE : MPI_ERR_COUNT;
    }
    const void *block = in_place ? NULL : mine->data;
    return oc_choose_tree(mine->bytes, comm->size)
               ? oc_gather_binomial(comm, block, mine->bytes, all->data, root)
               : oc_gather_linear(comm, block, mine->bytes, all->data, root);
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
