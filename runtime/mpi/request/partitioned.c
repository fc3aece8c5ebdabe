#include "mpi/request/partitioned.h"

#include <stdlib.h>
#include <string.h>

#include "mpi/core/large.h"
#include "mpi/error/check.h"
#include "mpi/error/raise.h"
#include "mpi/info/check.h"
#include "mpi/request/complete.h"
#include "mpi/request/start.h"

/* At the request's `temporary`. */
struct partitions {
    int number;
    int missing; /* that are not ready */
    bool ready[];
};

int oc_partitioned_init(const char *call, enum oc_kind kind, int number, MPI_Count count,
                        const struct oc_message *message, MPI_Info info, MPI_Request *handle) {
    struct oc_info *hints;
    MPI_Count all;
    struct oc_communicator *comm = oc_enter_comm(call, message->comm);
    if (!comm)
        return MPI_ERR_COMM;
    int error = oc_check_info_or_null(comm, info, &hints);
    if (error)
        return error;
    if (number < 0)
        return oc_raise(comm, MPI_ERR_ARG, "# partitions|0 or more", number, 0);
    struct oc_message whole = *message;
    if (count < 0 || __builtin_mul_overflow(count, number, &all))
        all = -1;
    whole.count = oc_large_fit(all, message->type);
    /* Neither side may have wildcards: both are checked as a send. */
    if ((error = oc_send_init(call, OC_PARTITIONED, &whole, handle)))
        return error;
    struct oc_user_request *request = (struct oc_user_request *)*handle;
    struct partitions *partitions = calloc(1, sizeof *partitions + (size_t)number);
    request->kind = kind;
    request->temporary = partitions;
    if (partitions) {
        partitions->number = number;
        return MPI_SUCCESS;
    }
    oc_user_request_free(request);
    *handle = MPI_REQUEST_NULL;
    return oc_raise(comm, MPI_ERR_NO_MEM, "no memory for # partitions", number, 0);
}

/* Describes the message: data with gaps are packed now. */
static int describe(struct oc_user_request *request) {
    struct oc_request *core = &request->core;
    int error = oc_check_message(core, core->comm, &request->message, request->kind == OC_RECEIVE);
    core->context += OC_CONTEXT_SPARE;
    return error;
}

static int send(struct oc_user_request *request) {
    int error = describe(request);
    if (!error)
        oc_send_checked(&request->core, OC_STANDARD);
    return error;
}

int oc_partitioned_restart(struct oc_user_request *request) {
    struct partitions *partitions = request->temporary;
    int error = MPI_SUCCESS;
    request->cancelled = false;
    if (request->kind == OC_RECEIVE && (error = describe(request)))
        return error;
    request->active = true;
    if (request->kind == OC_RECEIVE) {
        oc_receive_start(&request->core);
        return MPI_SUCCESS;
    }
    partitions->missing = partitions->number;
    memset(partitions->ready, 0, (size_t)partitions->number);
    request->core.pending = 1;
    return partitions->missing ? MPI_SUCCESS : send(request);
}

int oc_check_partitions(const char *call, MPI_Request handle, enum oc_kind kind, int low, int high,
                        struct oc_user_request **request) {
    int error = oc_enter(call);
    if (error || (error = oc_check_request(handle, request)))
        return error;
    if (!*request || !(*request)->persistent || (*request)->mode != OC_PARTITIONED ||
        (*request)->kind != kind)
        return oc_raise(NULL, MPI_ERR_REQUEST,
                        "request 0x$ has no partitions|one of MPI_Psend_init, or MPI_Precv_init",
                        (long)(intptr_t)handle, 0);
    int last = ((struct partitions *)(*request)->temporary)->number - 1;
    if (low < 0 || high > last || low > high)
        return oc_raise((*request)->core.comm, MPI_ERR_ARG, "partition # is out of range|0 to #",
                        low < 0 ? low : high, last);
    return MPI_SUCCESS;
}

int oc_partition_ready(struct oc_user_request *request, int partition) {
    struct partitions *partitions = request->temporary;
    if (!request->active || partitions->ready[partition])
        return oc_raise(request->core.comm, MPI_ERR_ARG,
                        "partition # is ready already, or not started|MPI_Start, then once",
                        partition, 0);
    partitions->ready[partition] = true;
    return --partitions->missing ? MPI_SUCCESS : send(request);
}
