#include "mpi/collective/scan.h"
#include "mpi/api/alias.h"
#include "mpi/error/check.h"

int PMPI_Scan(const void *sendbuf, void *recvbuf, int count, MPI_Datatype type, MPI_Op op,
              MPI_Comm handle) {
    struct oc_communicator *comm = oc_enter_intra("MPI_Scan", handle);
    return comm ? oc_scan(comm, sendbuf, recvbuf, count, type, op, false) : MPI_ERR_COMM;
}

OC_ALIAS(MPI_Scan);
