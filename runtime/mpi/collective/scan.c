#include "mpi/collective/scan.h"

#include "mpi/collective/choose.h"
#include "mpi/error/check.h"

int oc_scan(struct oc_communicator *comm, const void *sendbuf, void *recvbuf, ptrdiff_t count,
            MPI_Datatype type, MPI_Op op, bool exclusive) {
    struct oc_view mine, result;
    struct oc_reduction reduction;
    const void *operands = sendbuf == MPI_IN_PLACE ? recvbuf : sendbuf;
    /* An exclusive scan leaves rank 0's result buffer unchanged, so the view must also read the
     * buffer. */
    int error, access = exclusive ? OC_READ | OC_WRITE : OC_WRITE;
    if ((count && (error = oc_check_distinct(comm, sendbuf, recvbuf))) ||
        (error = oc_check_operands(comm, operands, count, type, OC_READ, &mine)))
        return error;
    if (!(error = oc_check_reduction(comm, op, type, &reduction)) &&
        !(error = oc_check_operands(comm, recvbuf, count, type, access, &result))) {
        error =
            oc_finish_collective(comm, oc_scan_to_here(comm, mine.data, result.data, (size_t)count,
                                                       mine.bytes, &reduction, exclusive));
        oc_view_close(&result);
    }
    oc_view_close(&mine);
    return error;
}
