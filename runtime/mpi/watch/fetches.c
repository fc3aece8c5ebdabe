/* Observers of the operations that combine values with those in a window and fetch the old
 * values. */
#include "mpi/core/sized.h"
#include "mpi/watch/epochs.h"

/* With MPI_NO_OP, OPERAND is ignored. */
#define WATCH_FETCH(NAME, OPERAND, RESULT, REQUEST, PARAMETERS, ARGUMENTS)                         \
    OC_OPTIONAL int OC_SIZED(oc_below_MPI_##NAME) PARAMETERS;                                      \
    int OC_SIZED(oc_watch_MPI_##NAME) PARAMETERS;                                                  \
    int OC_SIZED(oc_watch_MPI_##NAME) PARAMETERS {                                                 \
        int error = OC_SIZED(oc_below_MPI_##NAME) ARGUMENTS;                                       \
        if (error || rank < 0)                                                                     \
            return error;                                                                          \
        struct oc_watch_operation operation = {                                                    \
            .use = OC_WATCH_COMBINES,                                                              \
            .there = {rank, at, {oc_fit(target_count, target_type), target_type}},                 \
            .result = RESULT,                                                                      \
            .fetched = {oc_fit(result_count, result_type), result_type},                           \
            .request = REQUEST};                                                                   \
        if (op != MPI_NO_OP && OPERAND) {                                                          \
            operation.origin = OPERAND;                                                            \
            operation.sent = (struct oc_watch_data){oc_fit(count, type), type};                    \
        }                                                                                          \
        oc_watch_operation(win, &operation);                                                       \
        return error;                                                                              \
    }

WATCH_FETCH(Get_accumulate, origin, result, MPI_REQUEST_NULL,
            (const void *origin, oc_int count, MPI_Datatype type, void *result, oc_int result_count,
             MPI_Datatype result_type, int rank, MPI_Aint at, oc_int target_count,
             MPI_Datatype target_type, MPI_Op op, MPI_Win win),
            (origin, count, type, result, result_count, result_type, rank, at, target_count,
             target_type, op, win))
WATCH_FETCH(Rget_accumulate, NULL, NULL, *request,
            (const void *origin, oc_int count, MPI_Datatype type, void *result, oc_int result_count,
             MPI_Datatype result_type, int rank, MPI_Aint at, oc_int target_count,
             MPI_Datatype target_type, MPI_Op op, MPI_Win win, MPI_Request *request),
            (origin, count, type, result, result_count, result_type, rank, at, target_count,
             target_type, op, win, request))
