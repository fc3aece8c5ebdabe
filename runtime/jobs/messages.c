#include "jobs/messages.h"

#include <stdlib.h>
#include <string.h>

#include "mpi/core/match.h"
#include "mpi/core/process.h"
#include "mpi/transport/transport.h"

enum { TAG_HEADER = 1, TAG_SHARES };

#define PAUSE 200 /* in cycles */

/* A message that is being sent. */
struct oc_job_outgoing {
    struct oc_job_outgoing *next;
    struct oc_request requests[2];
    struct oc_job_header header;
    struct oc_job_share shares[];
};

/* Frees messages that have been sent. */
static void reap(struct oc_job_messages *messages) {
    struct oc_job_outgoing **at = &messages->pending;
    while (*at) {
        struct oc_job_outgoing *out = *at;
        if (hal_observe(&out->requests[0].pending) || hal_observe(&out->requests[1].pending)) {
            at = &out->next;
        } else {
            *at = out->next;
            free(out);
        }
    }
}

static void *allocate(struct oc_job_messages *messages, size_t bytes) {
    void *memory = malloc(bytes);
    /* Usually a process frees its sent messages when it is about to sleep. Under load it never
     * sleeps, so sent messages are freed here, too. */
    if (!memory) {
        reap(messages);
        memory = malloc(bytes);
    }
    if (!memory)
        MPI_Abort(messages->comm, 1);
    return memory;
}

/* Posts the receive of a header. */
static void listen(struct oc_job_messages *messages, uint32_t which) {
    const struct oc_communicator *comm = messages->communicator;
    struct oc_request *receive = &messages->receives[which];
    oc_request_fill(receive, comm, comm->context, &messages->headers[which],
                    sizeof messages->headers[which], MPI_ANY_SOURCE, TAG_HEADER);
    oc_receive_start(receive);
}

void oc_job_messages_begin(struct oc_job_messages *messages, MPI_Comm comm) {
    *messages = (struct oc_job_messages){.comm = comm};
    messages->communicator = oc_communicator_find(comm);
    for (uint32_t i = 0; i < OC_JOB_RECEIVES; i++)
        listen(messages, i);
}

/* Starts to send a part of a message. Returns whether the part has been sent already. */
static bool start(const struct oc_job_messages *messages, struct oc_request *request,
                  const void *part, size_t bytes, int to, int tag) {
    const struct oc_communicator *comm = messages->communicator;
    oc_request_fill(request, comm, comm->context, part, bytes, to, tag);
    oc_transport_send(request, false);
    return !hal_observe(&request->pending);
}

void oc_job_messages_send(struct oc_job_messages *messages, int to,
                          const struct oc_job_message *message) {
    size_t bytes = oc_job_shares(&message->header) * sizeof *message->shares;
    struct oc_job_outgoing *out = messages->spare;
    if (bytes || !out)
        out = allocate(messages, sizeof *out + bytes);
    else
        messages->spare = NULL;
    oc_process.call = "job allocation";
    out->header = message->header;
    out->requests[1].pending = 0;
    bool done =
        start(messages, &out->requests[0], &out->header, sizeof out->header, to, TAG_HEADER);
    if (bytes) {
        memcpy(out->shares, message->shares, bytes);
        done &= start(messages, &out->requests[1], out->shares, bytes, to, TAG_SHARES);
    }
    messages->sent++;
    if (done && !messages->spare) {
        messages->spare = out;
    } else {
        out->next = messages->pending;
        messages->pending = out;
    }
}

/* Sleeps until something happens. If messages are still to be sent, sleeps at most PAUSE cycles. In
 * programs whose sends do not wait (send_queue.c), a send that has found no room at the receiver is
 * tried again after such a pause. */
static void sleep_until(struct oc_job_messages *messages, uint64_t deadline) {
    uint64_t again = hal_cycles() + PAUSE;
    if (messages->pending && again < deadline)
        oc_sleep(again, &messages->receives[messages->oldest]);
    else if (deadline == HAL_NEVER)
        oc_sleep(HAL_NEVER, &messages->receives[messages->oldest]);
    else
        oc_sleep(deadline, &messages->receives[messages->oldest]);
}

/* Waits for the next header; returns false if none has come by the deadline. */
static bool await(struct oc_job_messages *messages, uint64_t deadline) {
    oc_transport_arm();
    for (;;) {
        bool awake = oc_transport_progress();
        if (!hal_observe(&messages->receives[messages->oldest].pending))
            return true;
        if (awake)
            continue;
        if (messages->pending)
            reap(messages);
        if (hal_cycles() >= deadline)
            return false;
        sleep_until(messages, deadline);
    }
}

static void receive_shares(struct oc_job_messages *messages, int from,
                           struct oc_job_message *message) {
    size_t bytes = oc_job_shares(&message->header) * sizeof *message->shares;
    free(messages->shares);
    messages->shares = NULL;
    if (bytes) {
        messages->shares = allocate(messages, bytes);
        MPI_Recv(messages->shares, (int)bytes, MPI_BYTE, from, TAG_SHARES, messages->comm,
                 MPI_STATUS_IGNORE);
    }
    message->shares = messages->shares;
}

int oc_job_messages_receive(struct oc_job_messages *messages, uint64_t deadline,
                            struct oc_job_message *message) {
    oc_process.call = "job allocation";
    if (!await(messages, deadline))
        return -1;
    uint32_t which = messages->oldest;
    int from = messages->receives[which].source;
    message->header = messages->headers[which];
    if (messages->shares || oc_job_shares(&message->header))
        receive_shares(messages, from, message);
    else
        message->shares = NULL;
    messages->received++;
    messages->oldest = (which + 1) % OC_JOB_RECEIVES;
    listen(messages, which);
    return from;
}

void oc_job_messages_end(struct oc_job_messages *messages) {
    uint64_t all[2];
    struct oc_job_message message;
    do {
        while (oc_job_messages_receive(messages, hal_cycles(), &message) >= 0)
            ;
        uint64_t own[] = {messages->sent, messages->received};
        MPI_Allreduce(own, all, 2, MPI_UINT64_T, MPI_SUM, messages->comm);
    } while (all[0] != all[1]);
    while (messages->pending) {
        oc_transport_progress();
        reap(messages);
    }
    for (uint32_t i = 0; i < OC_JOB_RECEIVES; i++)
        oc_receive_withdraw(&messages->receives[i]);
    free(messages->spare);
    free(messages->shares);
}
