#include "mpi/core/process.h"
#include "mpi/error/check.h"
#include "mpi/error/raise.h"

int oc_enter(const char *call) {
    oc_process.call = call;
    if (oc_process.phase != OC_ACTIVE)
        oc_die(OC_FATAL,
               oc_process.phase == OC_BEFORE_INIT ? "called before MPI_Init"
                                                  : "called after MPI_Finalize",
               0, 0);
    return MPI_SUCCESS;
}

int oc_enter_comm(const char *call, MPI_Comm handle, struct oc_communicator **comm) {
    oc_enter(call);
    if ((*comm = oc_communicator_find(handle)))
        return MPI_SUCCESS;
    return oc_raise(NULL, MPI_ERR_COMM,
                    "communicator $ is invalid; right: MPI_COMM_WORLD or MPI_COMM_SELF",
                    (long)(intptr_t)handle, 0);
}
