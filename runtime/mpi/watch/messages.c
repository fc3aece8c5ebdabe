/* Records of the user's messages. Messages that the library sends for itself have other
 * contexts. */
#include <stdlib.h>

#include "mpi/core/datatype.h"
#include "mpi/core/derived.h"
#include "mpi/core/match.h"
#include "mpi/core/process.h"
#include "mpi/error/check.h"
#include "mpi/transport/transport.h"
#include "mpi/watch/buffers.h"
#include "mpi/watch/epochs.h"
#include "mpi/watch/watch.h"

OC_EVENT(oc_check_message);
OC_EVENT(oc_send_withdraw);

/* A symbol that link/check-mpi.flags makes the linker include. */
const char oc_watching = 1;

/* Replaces oc_scale_of_named by a table that is empty, so that no message takes the fast path,
 * which has no checks. */
const uint8_t __wrap_oc_scale_of_named[OC_TABLE_TYPES];

/* The message that was checked last. The library starts it next. */
static struct {
    MPI_Datatype type;
    size_t count;
} sent, received;

/* Receives that have begun. */
static struct posted {
    struct posted *next;
    const struct oc_request *receive;
    uint32_t number;
    MPI_Datatype type;
    size_t count;
} * posted;

int __wrap_oc_check_message(struct oc_request *request, const struct oc_communicator *comm,
                            const struct oc_message *message, bool receive) {
    int error = __real_oc_check_message(request, comm, message, receive);
    if (receive) {
        received.type = message->type;
        received.count = (size_t)message->count;
    } else {
        sent.type = message->type;
        sent.count = (size_t)message->count;
    }
    return error;
}

static bool is_of_user(const struct oc_request *request) {
    return request->context == request->comm->context + OC_CONTEXT_USER;
}

static void describe(struct oc_watch_record *record, const struct oc_request *request, int peer,
                     int tag, size_t bytes) {
    record->peer = oc_communicator_world_rank(request->comm, peer);
    record->context = request->context;
    record->tag = tag & OC_TAG_UB;
    record->bytes = bytes;
    record->comm = (uintptr_t)request->comm->handle;
}

static void record_send(struct oc_request *send) {
    struct oc_watch_record record;
    oc_watch_buffers_look();
    if (!is_of_user(send))
        return;
    oc_watch_begin(&record, OC_WATCH_SEND, oc_process.call);
    describe(&record, send, send->peer, send->tag, send->bytes);
    record.request = (uintptr_t)send;
    oc_signature_of(&record.signature, sent.type, sent.count, send->bytes);
    oc_watch_end(&record);
    oc_watch_buffer_begins(send, false);
}

bool __wrap_oc_send_withdraw(struct oc_request *send) {
    bool is_withdrawn = __real_oc_send_withdraw(send);
    if (is_withdrawn && is_of_user(send)) {
        struct oc_watch_record record;
        oc_watch_begin(&record, OC_WATCH_WITHDRAWN, oc_process.call);
        describe(&record, send, send->peer, send->tag, send->bytes);
        record.request = (uintptr_t)send;
        oc_watch_end(&record);
    }
    return is_withdrawn;
}

uint32_t oc_watch_number(void) {
    static uint32_t numbers;
    return ++numbers;
}

static struct posted **place_of(const struct oc_request *receive) {
    struct posted **at = &posted;
    while (*at && (*at)->receive != receive)
        at = &(*at)->next;
    return at;
}

static void hold(MPI_Datatype type, int more) {
    if (&oc_derived)
        oc_derived.hold(type, more);
}

/* Notes a receive that has started. Its record is written when the receive is complete. */
void oc_watch_receive(struct oc_request *receive, uint32_t number) {
    struct posted *note = malloc(sizeof *note);
    if (!note) {
        oc_watch_no_memory();
        return;
    }
    *note = (struct posted){posted, receive, number, received.type, received.count};
    posted = note;
    hold(note->type, 1);
}

static void note_receive(struct oc_request *receive) {
    oc_watch_buffers_look();
    if (is_of_user(receive) && receive->peer != MPI_PROC_NULL) {
        oc_watch_receive(receive, oc_watch_number());
        oc_watch_buffer_begins(receive, true);
    }
}

static void forget(struct posted **at) {
    struct posted *note = *at;
    *at = note->next;
    hold(note->type, -1);
    free(note);
}

/* Writes the record of a complete receive. A cancelled receive has matched no message. The user
 * already knows of a truncated one. */
static void record_match(const struct posted *note, int error) {
    struct oc_watch_record record;
    const struct oc_request *receive = note->receive;
    if (receive->source < 0)
        return;
    oc_watch_begin(&record, OC_WATCH_MATCH, oc_process.call);
    describe(&record, receive, receive->source, receive->received_tag, receive->received);
    record.number = note->number;
    if (error)
        record.signature.untyped = 1;
    else
        oc_signature_of(&record.signature, note->type, note->count, receive->received);
    oc_watch_end(&record);
}

static void record_completion(struct oc_request *request, int error) {
    struct posted **at = place_of(request);
    oc_watch_buffer_ends(request);
    if (request->peer == MPI_PROC_NULL && oc_watch_window_request_ends)
        oc_watch_window_request_ends(request);
    if (*at) {
        record_match(*at, error);
        forget(at);
    }
}

const struct oc_observer oc_watch_observer = {record_send, note_receive, oc_watch_buffers_look,
                                              record_completion};

/* Writes the records of receives that are still noted. There are some if the program ends without
 * MPI_Finalize, or does not wait for a receive. */
__attribute__((destructor)) static void end(void) {
    struct oc_watch_record record;
    for (const struct posted *note = posted; note; note = note->next)
        if (!note->receive->pending)
            record_match(note, note->receive->error);
    if (oc_watch_requests_left)
        oc_watch_requests_left();
    oc_watch_begin(&record, OC_WATCH_ACTIVE, oc_process.call);
    if (oc_process.phase == OC_ACTIVE)
        oc_watch_end(&record);
}
