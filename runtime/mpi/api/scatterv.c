#include "mpi/collective/choose.h"
#include "mpi/collective/inter.h"
#include "mpi/core/sized.h"
#include "mpi/error/check.h"

/* Checks the arguments that are used only at the root. */
static int check_root_arguments(const struct oc_communicator *comm, const void *recvbuf,
                                oc_int recvcount, const struct oc_rank_blocks *all) {
    int error = oc_check_blocks(comm, all);
    if (error || !recvcount || recvbuf == MPI_IN_PLACE)
        return error;
    return oc_check_distinct(comm, all->buffer, recvbuf);
}

int OC_SIZED(PMPI_Scatterv)(const void *sendbuf, const oc_int sendcounts[], const oc_displ displs[],
                            MPI_Datatype sendtype, void *recvbuf, oc_int recvcount,
                            MPI_Datatype recvtype, int root, MPI_Comm handle) {
    struct oc_view mine = OC_NO_VIEW;
    struct oc_rank_blocks all =
        oc_blocks_v(sendbuf, OC_LIST(sendcounts), OC_LIST(displs), sendtype);
    struct oc_communicator *comm = oc_enter_comm(OC_CALL("MPI_Scatterv"), handle);
    if (!comm)
        return MPI_ERR_COMM;
    if (comm->local)
        return oc_inter.scatter(comm, &all, recvbuf, oc_fit(recvcount, recvtype), recvtype, root);
    int error = oc_check_root(comm, root);
    bool is_root = comm->rank == root, in_place = is_root && recvbuf == MPI_IN_PLACE;
    if (error || (is_root && (error = check_root_arguments(comm, recvbuf, recvcount, &all))) ||
        (!in_place && (error = oc_check_view(comm, recvbuf, oc_fit(recvcount, recvtype), recvtype,
                                             OC_WRITE, &mine))))
        return error;
    error = oc_scatterv(comm, &all, in_place ? NULL : &mine, root, oc_choose_lists(comm));
    oc_view_close(&mine);
    return oc_finish_collective(comm, error);
}
