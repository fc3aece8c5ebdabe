#include "mpi/api/alias.h"
#include "mpi/collective/inter/inter.h"
#include "mpi/error/check.h"

/* What only the root has to say. */
static int check_root_arguments(const struct oc_communicator *comm, const void *sendbuf,
                                int sendcount, const struct oc_rank_blocks *all) {
    int error = oc_check_blocks(comm, all);
    if (error || !sendcount || sendbuf == MPI_IN_PLACE)
        return error;
    return oc_check_distinct(comm, sendbuf, all->buffer);
}

int PMPI_Gatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                 const int recvcounts[], const int displs[], MPI_Datatype recvtype, int root,
                 MPI_Comm handle) {
    struct oc_view mine = OC_NO_VIEW;
    struct oc_rank_blocks all = oc_blocks_v(recvbuf, recvcounts, displs, recvtype);
    struct oc_communicator *comm = oc_enter_comm("MPI_Gatherv", handle);
    if (!comm)
        return MPI_ERR_COMM;
    if (comm->local)
        return oc_inter.gather(comm, sendbuf, sendcount, sendtype, &all, root);
    int error = oc_check_root(comm, root);
    bool is_root = comm->rank == root, in_place = is_root && sendbuf == MPI_IN_PLACE;
    if (error || (is_root && (error = check_root_arguments(comm, sendbuf, sendcount, &all))) ||
        (!in_place && (error = oc_check_view(comm, sendbuf, sendcount, sendtype, OC_READ, &mine))))
        return error;
    error = oc_gatherv_linear(comm, in_place ? NULL : &mine, &all, root);
    oc_view_close(&mine);
    return oc_finish_collective(comm, error);
}

OC_ALIAS(MPI_Gatherv);
