#include "mpi/request/start.h"

#include "mpi/error/check.h"
#include "mpi/error/plain.h"
#include "mpi/error/raise.h"
#include "mpi/request/pool.h"
#include "mpi/transport/transport.h"

struct oc_user_request *oc_request_allocate(const struct oc_communicator *comm, enum oc_kind kind) {
    struct oc_user_request *request = oc_user_request_new(kind);
    if (!request)
        oc_raise(comm, MPI_ERR_NO_MEM, "no memory for a request", 0, 0);
    return request;
}

/* Checks a message and fills in its request. */
static int prepare(struct oc_user_request *request, const struct oc_communicator *comm,
                   const struct oc_message *message) {
    if (oc_fill_plain(&request->core, comm, message))
        return MPI_SUCCESS;
    return oc_check_message(&request->core, comm, message, request->kind == OC_RECEIVE);
}

typedef void begin_function(struct oc_user_request *request, const struct oc_message *message);

static void start(struct oc_user_request *request, const struct oc_message *message) {
    (void)message;
    request->active = true;
    request->cancelled = false;
    if (request->kind == OC_SEND)
        oc_send_checked(&request->core, request->mode);
    else
        oc_receive_start(&request->core);
    /* Make progress, so that the process' link is busy from the first message on. Each start
     * handles only one arrival: the program may be about to post receives for further messages,
     * which would be unexpected if they were handled now. */
    oc_transport_progress();
}

/* Keeps the message for later starts. The request is filled in again at each start, because
 * noncontiguous data are packed only then. */
static void make_persistent(struct oc_user_request *request, const struct oc_message *message) {
    request->message = *message;
    request->persistent = true;
    if (&oc_derived)
        oc_derived.hold(request->message.type, 1);
    request->core.pending = 0;
    oc_request_wait(&request->core);
}

/* Takes a request from the pool, checks and fills it in, and calls `begin` with it. The caller has
 * set oc_process.call. `begin` is a parameter so that programs without persistent requests do not
 * contain make_persistent(). */
static __attribute__((noinline)) int create(enum oc_mode mode, const struct oc_message *message,
                                            MPI_Request *handle, enum oc_kind kind,
                                            begin_function *begin) {
    struct oc_communicator *comm = oc_enter_comm(oc_process.call, message->comm);
    if (!comm)
        return MPI_ERR_COMM;
    if (__builtin_expect(!handle, false))
        return oc_check_result(comm, handle);
    struct oc_user_request *request = oc_request_allocate(comm, kind);
    if (!request)
        return MPI_ERR_NO_MEM;
    request->mode = mode;
    int error = prepare(request, comm, message);
    if (__builtin_expect(error, false)) {
        oc_user_request_free(request);
        return error;
    }
    *handle = (MPI_Request)request;
    begin(request, message);
    return MPI_SUCCESS;
}

/* ---- The fast paths of MPI_Isend and MPI_Irecv ---- */

/* Whether a message takes a fast path: it is on MPI_COMM_WORLD and passes the quick check, and the
 * pool has a request. The fast paths end with calls of separate functions, so that they save no
 * registers. */
static inline bool is_plain(const void *buffer, ptrdiff_t count, unsigned scale, int peer, int tag,
                            MPI_Comm comm, const MPI_Request *handle) {
    return __builtin_expect(handle != NULL, true) && oc_is_on_world(comm, peer) &&
           oc_has_plain_data(buffer, count, scale) && oc_is_plain_tag(tag) &&
           oc_user_request_is_at_hand();
}

static __attribute__((noinline)) int send_any(const void *buffer, ptrdiff_t count,
                                              MPI_Datatype type, int peer, int tag, MPI_Comm comm,
                                              MPI_Request *handle, enum oc_mode mode) {
    return create(mode, &(struct oc_message){buffer, count, type, peer, tag, comm}, handle, OC_SEND,
                  start);
}

static __attribute__((noinline)) int receive_any(void *buffer, ptrdiff_t count, MPI_Datatype type,
                                                 int peer, int tag, MPI_Comm comm,
                                                 MPI_Request *handle) {
    return create(OC_STANDARD, &(struct oc_message){buffer, count, type, peer, tag, comm}, handle,
                  OC_RECEIVE, start);
}

/* Starts the send of an active request. If the message has left at once, the function makes no
 * progress. */
int oc_send_start_taken(struct oc_request *send) {
    oc_transport_send(send, false);
    if (send->pending)
        oc_transport_progress();
    return MPI_SUCCESS;
}

int oc_isend_by_request(const void *buffer, size_t count, unsigned scale, int peer, int tag,
                        MPI_Request *handle) {
    return oc_send_start_taken(
        oc_user_request_take_plain(OC_SEND, buffer, oc_scaled(count, scale), peer, tag, handle));
}

static __attribute__((noinline)) int receive_taken(struct oc_request *receive) {
    oc_receive_start(receive);
    oc_transport_progress();
    return MPI_SUCCESS;
}

int oc_send_start(const void *buffer, ptrdiff_t count, MPI_Datatype type, int peer, int tag,
                  MPI_Comm comm, MPI_Request *handle, enum oc_mode mode) {
    unsigned scale = oc_plain_scale(type);
    if (mode == OC_STANDARD && is_plain(buffer, count, scale, peer, tag, comm, handle))
        return oc_isend_plain(buffer, (size_t)count, scale, peer, tag, handle);
    return send_any(buffer, count, type, peer, tag, comm, handle, mode);
}

int oc_receive_begin(void *buffer, ptrdiff_t count, MPI_Datatype type, int peer, int tag,
                     MPI_Comm comm, MPI_Request *handle) {
    unsigned scale = oc_plain_scale(type);
    if (!is_plain(buffer, count, scale, peer, tag, comm, handle))
        return receive_any(buffer, count, type, peer, tag, comm, handle);
    return receive_taken(oc_user_request_take_plain(
        OC_RECEIVE, buffer, oc_scaled((size_t)count, scale), peer, tag, handle));
}

int oc_send_init(enum oc_mode mode, const struct oc_message *message, MPI_Request *handle) {
    return create(mode, message, handle, OC_SEND, make_persistent);
}

int oc_receive_init(const struct oc_message *message, MPI_Request *handle) {
    return create(OC_STANDARD, message, handle, OC_RECEIVE, make_persistent);
}

int oc_request_restart(struct oc_user_request *request) {
    if (!request->persistent || request->active)
        return oc_raise(request->core.comm, MPI_ERR_REQUEST,
                        "request 0x$ cannot be started|a persistent one that is not active",
                        (long)(intptr_t)request, 0);
    if (request->mode == OC_PARTITIONED)
        return oc_partitioned_restart(request);
    if (request->kind == OC_COLLECTIVE)
        return request->methods->restart(request);
    int error = prepare(request, request->core.comm, &request->message);
    if (!error)
        start(request, NULL);
    return error;
}
