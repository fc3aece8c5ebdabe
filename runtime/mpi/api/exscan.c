#include "mpi/collective/scan.h"
#include "mpi/core/sized.h"
#include "mpi/error/check.h"

int OC_SIZED(PMPI_Exscan)(const void *sendbuf, void *recvbuf, oc_int count, MPI_Datatype type,
                          MPI_Op op, MPI_Comm handle) {
    struct oc_communicator *comm = oc_enter_intra(OC_CALL("MPI_Exscan"), handle);
    return comm ? oc_scan(comm, sendbuf, recvbuf, oc_fit(count, type), type, op, true)
                : MPI_ERR_COMM;
}
