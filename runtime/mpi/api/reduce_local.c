#include "mpi/core/sized.h"
#include "mpi/error/check.h"

int OC_SIZED(PMPI_Reduce_local)(const void *inbuf, void *inoutbuf, oc_int count, MPI_Datatype type,
                                MPI_Op op) {
    struct oc_view in, inout;
    struct oc_reduction reduction;
    int error = oc_enter(OC_CALL("MPI_Reduce_local"));
    if (error || (count && (error = oc_check_distinct(NULL, inbuf, inoutbuf))) ||
        (error = oc_check_operands(NULL, inbuf, oc_fit(count, type), type, OC_READ, &in)))
        return error;
    if (!(error = oc_check_reduction(NULL, op, type, &reduction)) &&
        !(error = oc_check_operands(NULL, inoutbuf, oc_fit(count, type), type, OC_READ | OC_WRITE,
                                    &inout))) {
        error = oc_finish_collective(
            NULL, oc_reduce(&reduction, in.data, inout.data, (size_t)count, in.bytes));
        oc_view_close(&inout);
    }
    oc_view_close(&in);
    return error;
}
