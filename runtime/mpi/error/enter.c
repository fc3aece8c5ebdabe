#include "mpi/error/check.h"
#include "mpi/error/raise.h"

int oc_enter_world(const char *call) {
    oc_process.call = call;
    if (oc_process.phase == OC_ACTIVE)
        return MPI_SUCCESS;
    oc_die_untimely(oc_process.phase == OC_BEFORE_INIT ? "called before MPI_Init"
                                                       : "called after MPI_Finalize");
}

struct oc_communicator *oc_enter_other(MPI_Comm handle) {
    oc_enter(oc_process.call);
    struct oc_communicator *comm = oc_communicator_find(handle);
    if (!comm)
        oc_raise(NULL, MPI_ERR_COMM, "communicator 0x$|one not freed, or MPI_COMM_WORLD",
                 (long)(intptr_t)handle, 0);
    return comm;
}
