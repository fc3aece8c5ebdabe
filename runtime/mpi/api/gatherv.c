#include "mpi/collective/choose.h"
#include "mpi/collective/inter.h"
#include "mpi/core/sized.h"
#include "mpi/error/check.h"

/* Checks the arguments that are used only at the root. */
static int check_root_arguments(const struct oc_communicator *comm, const void *sendbuf,
                                oc_int sendcount, const struct oc_rank_blocks *all) {
    int error = oc_check_blocks(comm, all);
    if (error || !sendcount || sendbuf == MPI_IN_PLACE)
        return error;
    return oc_check_distinct(comm, sendbuf, all->buffer);
}

int OC_SIZED(PMPI_Gatherv)(const void *sendbuf, oc_int sendcount, MPI_Datatype sendtype,
                           void *recvbuf, const oc_int recvcounts[], const oc_displ displs[],
                           MPI_Datatype recvtype, int root, MPI_Comm handle) {
    struct oc_view mine = OC_NO_VIEW;
    struct oc_rank_blocks all =
        oc_blocks_v(recvbuf, OC_LIST(recvcounts), OC_LIST(displs), recvtype);
    struct oc_communicator *comm = oc_enter_comm(OC_CALL("MPI_Gatherv"), handle);
    if (!comm)
        return MPI_ERR_COMM;
    if (comm->local)
        return oc_inter.gather(comm, sendbuf, oc_fit(sendcount, sendtype), sendtype, &all, root);
    int error = oc_check_root(comm, root);
    bool is_root = comm->rank == root, in_place = is_root && sendbuf == MPI_IN_PLACE;
    if (error || (is_root && (error = check_root_arguments(comm, sendbuf, sendcount, &all))) ||
        (!in_place && (error = oc_check_view(comm, sendbuf, oc_fit(sendcount, sendtype), sendtype,
                                             OC_READ, &mine))))
        return error;
    error = oc_gatherv(comm, in_place ? NULL : &mine, &all, root, oc_choose_lists(comm));
    oc_view_close(&mine);
    return oc_finish_collective(comm, error);
}
