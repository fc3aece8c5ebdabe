#include "mpi/collective/allgather.h"
#include "mpi/collective/choose.h"
#include "mpi/collective/fast_path.h"
#include "mpi/collective/inter.h"
#include "mpi/core/sized.h"
#include "mpi/error/check.h"

__attribute__((noinline)) static int allgather(const void *sendbuf, ptrdiff_t sendcount,
                                               MPI_Datatype sendtype, void *recvbuf,
                                               ptrdiff_t recvcount, MPI_Datatype recvtype,
                                               MPI_Comm handle) {
    struct oc_rank_blocks all = oc_blocks_uniform(recvbuf, recvcount, recvtype);
    struct oc_communicator *comm = oc_enter_comm(OC_CALL("MPI_Allgather"), handle);
    if (!comm)
        return MPI_ERR_COMM;
    if (comm->local)
        return oc_inter.allgather(comm, sendbuf, sendcount, sendtype, &all);
    int error = oc_allgather_begin(comm, sendbuf, sendcount, sendtype, &all);
    if (error)
        return error;
    return oc_finish_collective(comm, oc_allgather(comm, &all));
}

int OC_SIZED(PMPI_Allgather)(const void *sendbuf, oc_int sendcount, MPI_Datatype sendtype,
                             void *recvbuf, oc_int recvcount, MPI_Datatype recvtype,
                             MPI_Comm handle) {
    ptrdiff_t sent = oc_fit(sendcount, sendtype), received = oc_fit(recvcount, recvtype);
    size_t bytes = oc_fast_bytes(handle, recvbuf, received, recvtype);
    const void *mine = sendbuf == MPI_IN_PLACE ? NULL : sendbuf;
    if (!bytes || !oc_doubles_on_world(bytes) || sendbuf == recvbuf ||
        (sendbuf != MPI_IN_PLACE && oc_fast_bytes(handle, sendbuf, sent, sendtype) != bytes))
        return allgather(sendbuf, sent, sendtype, recvbuf, received, recvtype, handle);
    oc_process.call = OC_CALL("MPI_Allgather");
    return oc_finish_fast(oc_allgather_doubling(&oc_comm_world, recvbuf, bytes, mine));
}
