/* A nonblocking flush of a buffer for buffered sends. It is an operation on a fibre, which waits
 * for one message after the other. */
#include "mpi/collective/nonblocking/flush.h"

#include <stdlib.h>

#include "mpi/collective/nonblocking/fibre.h"
#include "mpi/core/buffered.h"
#include "mpi/error/check.h"
#include "mpi/error/raise.h"

static int run(const struct oc_operation *operation) {
    const struct oc_request *message;
    while ((message = oc_flush_next(operation->own)))
        oc_operation_await(message, NULL);
    return MPI_SUCCESS;
}

static int end(struct oc_operation *operation, int error) {
    oc_flush_end(operation->own);
    free(operation->own);
    return error;
}

int oc_iflush(const char *call, const struct oc_communicator *owner, MPI_Request *handle) {
    int error = oc_check_result(owner, handle);
    if (error)
        return error;
    struct oc_flush *flush = malloc(sizeof *flush);
    if (!flush)
        return oc_raise(owner, MPI_ERR_NO_MEM, "no memory for a request", 0, 0);
    /* No other process takes part, so the operation is on MPI_COMM_SELF. */
    struct oc_operation *operation =
        oc_operation_new(call, &oc_comm_self, run, oc_arguments_new(MPI_COMM_NULL, NULL));
    if (!operation) {
        free(flush);
        return MPI_ERR_NO_MEM;
    }
    flush->owner = owner;
    flush->awaited = &operation->awaited[0];
    oc_flush_begin(flush);
    operation->own = flush;
    operation->end = end;
    return oc_operation_begin(operation, handle);
}
