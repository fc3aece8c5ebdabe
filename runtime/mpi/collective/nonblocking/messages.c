/* Messages of collectives that may run on a fibre. The main stack starts the messages, and the
 * fibre is suspended until they are complete. */
#include "mpi/collective/messages.h"

#include "mpi/collective/nonblocking/fibre.h"
#include "mpi/collective/nonblocking/order.h"
#include "mpi/core/fibre.h"

OC_SENDS_DO_NOT_WAIT;

struct messages {
    /* Each may be null. They are started in the order receive, send, later. */
    struct oc_request *send, *receive, *later;
};

static void start_all(void *context) {
    const struct messages *messages = context;
    if (messages->receive)
        oc_receive_start(messages->receive);
    if (messages->send)
        oc_transport_send(messages->send, false);
    if (messages->later)
        oc_receive_start(messages->later);
}

static void start(struct oc_request *send, struct oc_request *receive) {
    struct messages messages = {send, receive, NULL};
    oc_call_on_main(start_all, &messages);
}

/* Starts a send and a receive, either of which may be null, and suspends the fibre until they are
 * complete. */
static void start_and_await(struct oc_request *send, struct oc_request *receive) {
    struct messages messages = {send, receive, NULL};
    oc_operation_running->task = start_all;
    oc_operation_running->context = &messages;
    oc_operation_await(send, receive);
}

/* Fills in a request. Its tag includes the operation's number, so it differs from those of other
 * operations on the communicator. */
static void fill(const struct oc_collective *call, struct oc_request *request, int peer,
                 const void *data, size_t bytes) {
    oc_coll_fill(call, request, peer, data, bytes);
    request->tag += oc_operation_running->tag;
}

static bool is_complete(const struct oc_request *message) {
    return !message || !hal_observe(&message->pending);
}

bool oc_operation_is_ready(const struct oc_operation *operation) {
    return is_complete(operation->awaited[0]) && is_complete(operation->awaited[1]) &&
           !(operation->word && hal_observe(operation->word) == operation->value) &&
           oc_order_admits(operation);
}

static void await(const struct oc_request *one, const struct oc_request *other) {
    if (oc_operation_running && !(is_complete(one) && is_complete(other)))
        oc_operation_await(one, other);
}

/* ---- Messages that are started and finished by two calls ---- */

void oc_coll_start_send(const struct oc_collective *call, struct oc_request *send, int peer,
                        const void *data, size_t bytes) {
    if (!oc_operation_running) {
        oc_coll_start_send_here(call, send, peer, data, bytes);
        return;
    }
    fill(call, send, peer, data, bytes);
    start(send, NULL);
}

void oc_coll_start_receive(const struct oc_collective *call, struct oc_request *receive, int peer,
                           void *data, size_t bytes) {
    if (!oc_operation_running) {
        oc_coll_start_receive_here(call, receive, peer, data, bytes);
        return;
    }
    fill(call, receive, peer, data, bytes);
    start(NULL, receive);
}

void oc_coll_finish_send(struct oc_collective *call, struct oc_request *send) {
    await(send, NULL);
    oc_coll_finish_send_here(call, send);
}

void oc_coll_finish_receive(struct oc_collective *call, struct oc_request *receive) {
    await(NULL, receive);
    oc_coll_finish_receive_here(call, receive);
}

/* ---- Messages that are complete when the call returns ---- */

void oc_coll_send_on_fibre(struct oc_collective *call, int peer, const void *data, size_t bytes) {
    struct oc_request send;
    if (!oc_operation_running) {
        oc_coll_send_on_main(call, peer, data, bytes);
        return;
    }
    fill(call, &send, peer, data, bytes);
    start_and_await(&send, NULL);
    oc_coll_finish_send_here(call, &send);
}

void oc_coll_receive_on_fibre(struct oc_collective *call, int peer, void *data, size_t bytes) {
    struct oc_request receive;
    if (!oc_operation_running) {
        oc_coll_receive_on_main(call, peer, data, bytes);
        return;
    }
    fill(call, &receive, peer, data, bytes);
    start_and_await(NULL, &receive);
    oc_coll_finish_receive_here(call, &receive);
}

void oc_coll_sendrecv_on_fibre(struct oc_collective *call, int to, const void *sent,
                               size_t sent_bytes, int from, void *received, size_t bytes) {
    struct oc_request send, receive;
    if (!oc_operation_running) {
        oc_coll_sendrecv_on_main(call, to, sent, sent_bytes, from, received, bytes);
        return;
    }
    fill(call, &receive, from, received, bytes);
    fill(call, &send, to, sent, sent_bytes);
    start_and_await(&send, &receive);
    oc_coll_finish_send_here(call, &send);
    oc_coll_finish_receive_here(call, &receive);
}

bool oc_coll_step_on_fibre(struct oc_request *send, struct oc_request *receive, bool is_posted,
                           struct oc_request *later) {
    struct oc_operation *operation = oc_operation_running;
    if (!operation)
        return false;
    struct messages messages = {send, is_posted ? NULL : receive, later};
    int tag = operation->tag;
    send->tag += tag;
    if (!is_posted)
        receive->tag += tag;
    if (later)
        later->tag += tag;
    operation->task = start_all;
    operation->context = &messages;
    oc_operation_await(send, receive);
    return true;
}
