#include "mpi/core/match.h"

#include <stdlib.h>
#include <string.h>

#include "mpi/core/arrive.h"
#include "mpi/core/derived.h"
#include "mpi/transport/transport.h"

struct oc_request *oc_posted;
struct oc_request **oc_posted_end = &oc_posted;

__attribute__((noinline)) void oc_deliver(struct oc_request *receive,
                                          const struct oc_envelope *envelope, const void *body) {
    size_t bytes = envelope->bytes;
    oc_receive_matched(receive, envelope->sender, envelope->tag, bytes);
    if (__builtin_expect(bytes > receive->bytes, false)) {
        if (receive->staging) {
            oc_derived.deliver(receive, envelope, body);
            return;
        }
        receive->error = MPI_ERR_TRUNCATE;
        bytes = receive->bytes;
    }
    if (__builtin_expect(envelope->offered > 0, true)) {
        oc_transport_fetch(receive, body);
    } else if (envelope->offered) {
        oc_transport_fetch_unusual(receive, body);
    } else {
        memcpy(receive->buffer, body, bytes);
        receive->pending = 0;
    }
}

struct oc_arrival **oc_unexpected_find(const struct oc_request *receive) {
    struct oc_arrival **at = &oc_unexpected;
    while (*at && !oc_matches(receive, (*at)->envelope.sender, (*at)->envelope.tag))
        at = &(*at)->next;
    return at;
}

struct oc_arrival *oc_unexpected_take(struct oc_arrival **at) {
    struct oc_arrival *arrival = *at;
    if (!(*at = arrival->next))
        oc_unexpected_end = at;
    oc_unexpected_messages--;
    return arrival;
}

void oc_receive_arrival(struct oc_request *receive, struct oc_arrival *arrival) {
    oc_deliver(receive, &arrival->envelope, arrival->body);
    free(arrival);
}

/* A receive from MPI_PROC_NULL completes at once (MPI 4.1, section 3.10). */
static void receive_from_nobody(struct oc_request *receive) {
    receive->source = MPI_PROC_NULL;
    receive->received_tag = MPI_ANY_TAG;
    receive->received = 0;
    receive->pending = 0;
}

__attribute__((noinline, cold)) static void receive_unexpected(struct oc_request *receive,
                                                               struct oc_arrival **at) {
    oc_receive_arrival(receive, oc_unexpected_take(at));
    /* Make progress here, because a process never waits if all its messages arrive before their
     * receives. The transport may also have been waiting for the memory that was freed above. */
    while (oc_transport_progress())
        ;
}

void oc_receive_start(struct oc_request *receive) {
    if (!oc_receive_select(receive) && receive->peer == MPI_PROC_NULL) {
        receive_from_nobody(receive);
        return;
    }
    struct oc_arrival **at = oc_unexpected_find(receive);
    if (*at) {
        receive_unexpected(receive, at);
        return;
    }
    oc_posted_append(receive);
}
