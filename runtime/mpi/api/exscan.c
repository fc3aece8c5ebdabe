#include "mpi/api/alias.h"
#include "mpi/collective/scan.h"
#include "mpi/error/check.h"

int PMPI_Exscan(const void *sendbuf, void *recvbuf, int count, MPI_Datatype type, MPI_Op op,
                MPI_Comm handle) {
    struct oc_communicator *comm = oc_enter_intra("MPI_Exscan", handle);
    return comm ? oc_scan(comm, sendbuf, recvbuf, count, type, op, true) : MPI_ERR_COMM;
}

OC_ALIAS(MPI_Exscan);
