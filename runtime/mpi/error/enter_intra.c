#include "mpi/error/check.h"
#include "mpi/error/raise.h"

struct oc_communicator *oc_enter_intra(const char *call, MPI_Comm handle) {
    struct oc_communicator *comm = oc_enter_comm(call, handle);
    if (!comm || !comm->local)
        return comm;
    oc_raise(comm, MPI_ERR_COMM,
             "communicator 0x$ has two groups|one with one group, such as MPI_COMM_WORLD",
             (long)(intptr_t)handle, 0);
    return NULL;
}
