#include "mpi/collective/nonblocking/flush.h"
#include "mpi/error/check.h"

int PMPI_Buffer_iflush(MPI_Request *request) {
    oc_enter("MPI_Buffer_iflush");
    return oc_iflush("MPI_Buffer_iflush", NULL, request);
}
