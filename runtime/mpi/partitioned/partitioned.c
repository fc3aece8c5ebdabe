#include "mpi/partitioned/partitioned.h"

#include <stdlib.h>
#include <string.h>

#include "mpi/core/large.h"
#include "mpi/error/check.h"
#include "mpi/error/raise.h"
#include "mpi/info/check.h"
#include "mpi/partitioned/channel.h"
#include "mpi/request/complete.h"
#include "mpi/request/start.h"

/* The state of a partitioned request; the member `temporary` of the request points to it. */
struct partitions {
    struct oc_channel channel;
    /* A receive that has been started, but is not posted because its channel is not known yet. */
    bool unposted;
    int number;
    int missing; /* number of partitions that are not ready */
    bool ready[];
};

static struct partitions *partitions_of(const struct oc_user_request *request) {
    return request->temporary;
}

static int no_memory(const struct oc_communicator *comm, int number) {
    return oc_raise(comm, MPI_ERR_NO_MEM, "no memory for # partitions", number, 0);
}

static void post(void *request);

/* Opens the channel of a request. A request with MPI_PROC_NULL has none. */
static bool open_channel(struct oc_user_request *request) {
    const struct oc_message *message = &request->message;
    struct oc_channel *channel = &partitions_of(request)->channel;
    *channel = (struct oc_channel){.comm = request->core.comm,
                                   .peer = message->peer,
                                   .tag = message->tag & OC_TAG_UB,
                                   .known = post,
                                   .context = request};
    if (message->peer == MPI_PROC_NULL)
        return true;
    return oc_channel_number(channel, request->kind) &&
           (request->kind == OC_SEND || oc_channel_listen(channel));
}

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
        return oc_raise(comm, MPI_ERR_ARG, "the number of partitions is #|0 or more", number, 0);
    struct oc_message whole = *message;
    if (count < 0 || __builtin_mul_overflow(count, number, &all))
        all = -1;
    whole.count = oc_large_fit(all, message->type);
    /* Receives are checked like sends, because partitioned receives must not use wildcards. */
    if ((error = oc_send_init(OC_PARTITIONED, &whole, handle)))
        return error;
    struct oc_user_request *request = (struct oc_user_request *)*handle;
    struct partitions *partitions = calloc(1, sizeof *partitions + (size_t)number);
    request->kind = kind;
    request->temporary = partitions;
    if (partitions && open_channel(request)) {
        partitions->number = number;
        return MPI_SUCCESS;
    }
    oc_user_request_free(request);
    *handle = MPI_REQUEST_NULL;
    return no_memory(comm, number);
}

/* Fills in the request for the message to be started. Noncontiguous data are packed now. */
static int describe(struct oc_user_request *request) {
    struct oc_request *core = &request->core;
    int error = oc_check_message(core, core->comm, &request->message, request->kind == OC_RECEIVE);
    core->context += OC_CONTEXT_SPARE;
    return error;
}

/* Sets the tag of the request to that of its channel, which is known now. A send's annotation stays
 * in the tag. */
static void set_tag(struct oc_user_request *request) {
    struct oc_request *core = &request->core;
    core->tag = (core->tag & ~OC_TAG_UB) | (int)partitions_of(request)->channel.data;
}

static int send(struct oc_user_request *request) {
    struct partitions *partitions = partitions_of(request);
    int error = describe(request);
    if (error)
        return error;
    if (request->core.peer != MPI_PROC_NULL) {
        if (!oc_channel_announce(&partitions->channel)) {
            oc_unstage(&request->core);
            return no_memory(request->core.comm, partitions->number);
        }
        set_tag(request);
    }
    oc_send_checked(&request->core, OC_STANDARD);
    return MPI_SUCCESS;
}

static void post(void *context) {
    struct oc_user_request *request = context;
    struct partitions *partitions = partitions_of(request);
    if (!partitions->unposted)
        return;
    partitions->unposted = false;
    set_tag(request);
    oc_receive_start(&request->core);
}

static int receive(struct oc_user_request *request) {
    struct partitions *partitions = partitions_of(request);
    int error = describe(request);
    if (error)
        return error;
    request->active = true;
    partitions->unposted = true;
    if (request->core.peer == MPI_PROC_NULL || partitions->channel.data)
        post(request);
    return MPI_SUCCESS;
}

int oc_partitioned_restart(struct oc_user_request *request) {
    struct partitions *partitions = partitions_of(request);
    request->cancelled = false;
    if (request->kind == OC_RECEIVE)
        return receive(request);
    request->active = true;
    partitions->missing = partitions->number;
    memset(partitions->ready, 0, (size_t)partitions->number);
    request->core.pending = 1;
    return partitions->missing ? MPI_SUCCESS : send(request);
}

static bool is_partitioned(const struct oc_user_request *request) {
    return request->persistent && request->mode == OC_PARTITIONED && request->temporary;
}

/* Restores the user's tag in the status, because the message had the tag of the channel. */
void oc_request_status_partitioned(struct oc_user_request *request, MPI_Status *status) {
    oc_request_status_plain(request, status);
    if (status != MPI_STATUS_IGNORE && request->active && request->kind == OC_RECEIVE &&
        is_partitioned(request) && status->MPI_SOURCE >= 0)
        status->MPI_TAG = partitions_of(request)->channel.tag;
}

bool oc_partitioned_withdraw(struct oc_user_request *request) {
    if (!is_partitioned(request))
        return false;
    struct partitions *partitions = partitions_of(request);
    bool is_here = request->kind == OC_RECEIVE ? partitions->unposted : partitions->missing;
    partitions->unposted = false;
    return is_here;
}

void oc_partitioned_release(struct oc_user_request *request) {
    if (is_partitioned(request))
        oc_channel_forget(&partitions_of(request)->channel);
}

int oc_check_partitions(const char *call, MPI_Request handle, enum oc_kind kind, int low, int high,
                        struct oc_user_request **request) {
    int error = oc_enter(call);
    if (error || (error = oc_check_request(handle, request)))
        return error;
    /* MPI_REQUEST_NULL counts as a receive whose partitions have all arrived (MPI 5.0, section
     * 4.2.2). */
    if (!*request && kind == OC_RECEIVE)
        return MPI_SUCCESS;
    if (!*request || !(*request)->persistent || (*request)->mode != OC_PARTITIONED ||
        (*request)->kind != kind)
        return oc_raise(NULL, MPI_ERR_REQUEST,
                        "request 0x$ has no partitions|one of MPI_Psend_init, or MPI_Precv_init",
                        (long)(intptr_t)handle, 0);
    int last = partitions_of(*request)->number - 1;
    if (low < 0 || high > last || low > high)
        return oc_raise((*request)->core.comm, MPI_ERR_ARG, "partition # is out of range|0 to #",
                        low < 0 ? low : high, last);
    return MPI_SUCCESS;
}

int oc_partition_ready(struct oc_user_request *request, int partition) {
    struct partitions *partitions = partitions_of(request);
    if (!request->active || partitions->ready[partition])
        return oc_raise(request->core.comm, MPI_ERR_ARG,
                        "partition # is ready already, or its request is not started|MPI_Start "
                        "first, then once",
                        partition, 0);
    partitions->ready[partition] = true;
    return --partitions->missing || request->cancelled ? MPI_SUCCESS : send(request);
}
