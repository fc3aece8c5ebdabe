#include "mpi/api/alias.h"
#include "mpi/collective/choose.h"
#include "mpi/collective/collective.h"
#include "mpi/error/check.h"

int PMPI_Gather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                int recvcount, MPI_Datatype recvtype, int root, MPI_Comm handle) {
    size_t bytes = 0, room = 0;
    struct oc_communicator *comm = oc_enter_comm("MPI_Gather", handle);
    if (!comm)
        return MPI_ERR_COMM;
    int error = oc_check_root(comm, root);
    if (error)
        return error;
    bool is_root = comm->rank == root, in_place = is_root && sendbuf == MPI_IN_PLACE;
    if (!in_place && (error = oc_check_data(comm, sendbuf, sendcount, sendtype, &bytes)))
        return error;
    if (is_root) {
        if ((error = oc_check_data(comm, recvbuf, recvcount, recvtype, &room)) ||
            (bytes && (error = oc_check_distinct(comm, sendbuf, recvbuf))))
            return error;
        if (in_place)
            bytes = room;
        if (bytes != room)
            return oc_finish_collective(comm, bytes > room ? MPI_ERR_TRUNCATE : MPI_ERR_COUNT);
    }
    error = oc_choose_tree(bytes, comm->size)
                ? oc_gather_binomial(comm, in_place ? NULL : sendbuf, bytes, recvbuf, root)
                : oc_gather_linear(comm, in_place ? NULL : sendbuf, bytes, recvbuf, root);
    return oc_finish_collective(comm, error);
}

OC_ALIAS(MPI_Gather);
