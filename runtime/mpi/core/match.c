#include "mpi/core/match.h"

#include <stdlib.h>
#include <string.h>

#include "mpi/core/derived.h"
#include "mpi/transport/transport.h"

/* An unexpected message; its body follows. */
struct arrival {
    struct arrival *next;
    struct oc_envelope envelope;
    uint64_t body[];
};

static struct oc_request *posted;
static struct oc_request **posted_end = &posted;
static struct arrival *unexpected;
static struct arrival **unexpected_end = &unexpected;
uint32_t oc_unexpected_messages;

static bool matches(const struct oc_request *receive, const struct oc_envelope *envelope) {
    return receive->context == envelope->context &&
           (receive->peer == envelope->source || receive->peer == MPI_ANY_SOURCE) &&
           (receive->tag == envelope->tag || receive->tag == MPI_ANY_TAG);
}

static void deliver(struct oc_request *receive, const struct oc_envelope *envelope,
                    const void *body) {
    receive->source = envelope->source;
    receive->received_tag = envelope->tag;
    receive->received = envelope->bytes;
    size_t bytes = envelope->bytes;
    if (bytes > receive->bytes) {
        if (receive->staging) {
            oc_derived.deliver(receive, envelope, body);
            return;
        }
        bytes = receive->bytes;
        receive->error = MPI_ERR_TRUNCATE;
    }
    oc_transport_deliver(receive, envelope, body, bytes);
}

bool oc_arrive(const struct oc_envelope *envelope, const void *body, size_t body_bytes) {
    for (struct oc_request **at = &posted; *at; at = &(*at)->next) {
        struct oc_request *receive = *at;
        if (!matches(receive, envelope))
            continue;
        if (!(*at = receive->next))
            posted_end = at;
        deliver(receive, envelope, body);
        return true;
    }
    struct arrival *arrival = malloc(sizeof *arrival + body_bytes);
    if (!arrival)
        return false;
    arrival->next = NULL;
    arrival->envelope = *envelope;
    memcpy(arrival->body, body, body_bytes);
    *unexpected_end = arrival;
    unexpected_end = &arrival->next;
    oc_unexpected_messages++;
    return true;
}

/* A receive from nobody completes at once (MPI 4.1, section 3.10). */
static void meet_nobody(struct oc_request *receive) {
    receive->source = MPI_PROC_NULL;
    receive->received_tag = MPI_ANY_TAG;
    receive->received = 0;
    receive->pending = 0;
}

void oc_receive_start(struct oc_request *receive) {
    if (receive->peer == MPI_PROC_NULL) {
        meet_nobody(receive);
        return;
    }
    for (struct arrival **at = &unexpected; *at; at = &(*at)->next) {
        struct arrival *arrival = *at;
        if (!matches(receive, &arrival->envelope))
            continue;
        if (!(*at = arrival->next))
            unexpected_end = at;
        oc_unexpected_messages--;
        deliver(receive, &arrival->envelope, arrival->body);
        free(arrival);
        /* Who only takes what has arrived does not wait, and would not make progress otherwise;
         * and the transport may have been waiting for room. */
        oc_transport_progress();
        return;
    }
    receive->next = NULL;
    *posted_end = receive;
    posted_end = &receive->next;
}
