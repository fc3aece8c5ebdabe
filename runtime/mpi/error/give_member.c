#include "mpi/error/check.h"

int oc_give_member(MPI_Comm handle, int *result, const char *call, size_t member) {
    oc_process.call = call;
    struct oc_communicator *comm = oc_enter_other(handle);
    if (!comm)
        return MPI_ERR_COMM;
    int error = oc_check_result(comm, result);
    if (!error)
        *result = *(const int *)((const char *)comm + member);
    return error;
}
