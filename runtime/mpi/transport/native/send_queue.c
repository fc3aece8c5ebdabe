/* A queue of sends that wait for room in their receivers' inboxes. With this queue, starting a send
 * never waits: starting a nonblocking send is local (MPI 4.1, sections 2.4.2 and 3.7), and so is a
 * buffered send.
 *
 * While sends wait, oc_native_small, and `small` in this process' shared block, are 0. This closes
 * the fast paths, because no message may overtake another one that waits for the same receiver.
 * oc_transport_progress() tries again after a pause, for which a sleeping process wakes. */
#include <stdlib.h>

#include "mpi/core/datatype.h"
#include "mpi/request/pool.h"
#include "mpi/request/start.h"
#include "mpi/transport/native/backoff.h"
#include "mpi/transport/native/send.h"

const char oc_transport_queues;

/* Receivers for which sends wait, each with a queue whose oldest send comes first. */
static struct receiver {
    struct receiver *next;
    int world;
    struct oc_request *first, **end;
} * receivers;

static uint64_t try_at = HAL_NEVER;

/* This entry is in the list of copies (copy.h) while sends wait, so that the progress engine also
 * checks the queue. */
static struct oc_copy marker = {.pending = 1};

static uint32_t small; /* the value of oc_native_small while no send waits */

static void close(void) {
    small = oc_native_small;
    oc_native_small = oc_transport_block->small = 0;
    oc_native_watch(&marker);
}

/* Opens the fast paths again. `small` stays 0 until the next small message has checked whether a
 * receiver has asked this process to hold back. */
static void open(void) {
    oc_native_unwatch(&marker);
    oc_native_small = small;
    hal_wake_by(HAL_NEVER);
}

static struct receiver *receiver_of(int world) {
    struct receiver *receiver = receivers;
    while (receiver && receiver->world != world)
        receiver = receiver->next;
    return receiver;
}

static void try_again(int world) {
    uint64_t again = oc_native_backoff_end(world);
    if (again < try_at)
        try_at = again;
}

static struct receiver *new_receiver(int world) {
    struct receiver *receiver = malloc(sizeof *receiver);
    if (!receiver)
        return NULL;
    if (!receivers)
        close();
    *receiver = (struct receiver){receivers, world, NULL, &receiver->first};
    try_again(world);
    return receivers = receiver;
}

static void append(struct receiver *receiver, struct oc_request *send, const uint32_t *line) {
    const struct oc_offer *offer = (const struct oc_offer *)(line + OC_HEADER_WORDS);
    send->release = 0; /* the data travel with the message */
    if (oc_is_offer(oc_length_of(line[OC_WORD_TAG]))) {
        send->release = offer->pending;
        send->from = offer->data;
    }
    send->pending = 1;
    send->next = NULL;
    *receiver->end = send;
    receiver->end = &send->next;
}

static bool put_line(const struct oc_request *send, uint32_t *line, size_t bytes, int world) {
    return oc_annotated_put ? oc_annotated_put(send, line, bytes, world)
                            : oc_native_put(line, bytes, world);
}

static bool put(const struct oc_request *send, int world) {
    _Alignas(struct oc_offer) uint32_t line[OC_LINE_WORDS];
    struct oc_offer *offer = (struct oc_offer *)(line + OC_HEADER_WORDS);
    size_t bytes = send->bytes, length = bytes;
    if (send->release) {
        *offer = (struct oc_offer){send->from, send->release, send->bytes};
        length = OC_OFFER;
        bytes = sizeof *offer;
    } else {
        memcpy(offer, send->buffer, bytes);
    }
    line[OC_WORD_SENDER] = oc_sender(send->context, send->comm->rank);
    line[OC_WORD_TAG] = oc_tag_word(send->tag, (uint32_t)length);
    return put_line(send, line, bytes, world);
}

/* Sends waiting messages as long as the receiver's inbox has room; returns false if it has sent
 * none. */
static bool empty(struct receiver *receiver) {
    bool any = false;
    for (struct oc_request *send; (send = receiver->first) && put(send, receiver->world);) {
        struct oc_request *next = send->next;
        if (!send->release)
            send->pending = 0; /* from here on the request may be reused */
        receiver->first = next;
        any = true;
    }
    return any;
}

static bool empty_all(void) {
    bool any = false;
    try_at = HAL_NEVER;
    for (struct receiver **at = &receivers, *receiver; (receiver = *at);) {
        any |= empty(receiver);
        if (receiver->first) {
            try_again(receiver->world);
            at = &receiver->next;
        } else {
            *at = receiver->next;
            free(receiver);
        }
    }
    return any;
}

/* Tries to send what waits, if it is time. Returns false if nothing has been sent. */
static bool send_waiting(void) {
    if (!receivers)
        return false;
    bool any = hal_cycles() >= try_at && empty_all();
    if (receivers)
        hal_wake_by(try_at);
    else
        open();
    return any;
}

/* Queues a send, if it cannot put its line at once. If there is no memory for the queue, the caller
 * waits after all. */
__attribute__((cold)) void oc_native_enqueue(struct oc_request *send, int world, uint32_t *line,
                                             size_t bytes) {
    struct receiver *receiver = receiver_of(world);
    if (!receiver) {
        /* Perhaps only sends to other receivers wait, and this receiver has room. */
        if (receivers && put_line(send, line, bytes, world))
            return;
        receiver = new_receiver(world);
    }
    if (receiver) {
        append(receiver, send, line);
        send_waiting();
    } else {
        do
            oc_native_back_off(send, world);
        while (!put_line(send, line, bytes, world));
    }
}

static __attribute__((noinline)) void send_any(struct oc_request *send, bool synchronous) {
    oc_native_send(send, synchronous, true, oc_native_put_line);
}

/* Puts a message of a few words on MPI_COMM_WORLD into the receiver's inbox at once, as in eager.c.
 * All other sends take the general path. */
void oc_native_send_queued(struct oc_request *send, bool synchronous) {
    uint32_t line[OC_LINE_WORDS];
    size_t bytes = send->bytes;
    const void *buffer = send->buffer;
    if (synchronous || bytes >= oc_transport_block->small || ((uintptr_t)buffer | bytes) % 4 != 0 ||
        send->comm->group) {
        send_any(send, synchronous);
        return;
    }
    line[OC_WORD_SENDER] = oc_sender(send->context, send->comm->rank);
    line[OC_WORD_TAG] = oc_tag_word(send->tag, (uint32_t)bytes);
    oc_copy_words(line + OC_HEADER_WORDS, buffer, bytes);
    send->pending = 0;
    if (!oc_native_put(line, bytes, send->peer)) {
        send->pending = 1;
        send_any(send, false);
    }
}

/* The fast path of MPI_Isend. It begins the put of a short message as the fast path of MPI_Send
 * does, and makes the request while the put is in progress. */
int oc_native_isend(const void *buffer, size_t count, unsigned scale, int peer, int tag,
                    MPI_Request *handle) {
    uint32_t line[OC_LINE_WORDS], put = 0;
    size_t bytes = oc_scaled(count, scale);
    if (bytes < oc_transport_block->small && ((uintptr_t)buffer | bytes) % 4 == 0) {
        line[OC_WORD_SENDER] = oc_sender(OC_CONTEXT_USER, oc_comm_world.rank);
        line[OC_WORD_TAG] = oc_tag_word(tag, (uint32_t)bytes);
        oc_copy_words(line + OC_HEADER_WORDS, buffer, bytes);
        put = hal_inbox_put_begin(peer, OC_INBOX, line, OC_HEADER_BYTES + bytes);
    }
    struct oc_request *send = oc_user_request_take_plain(OC_SEND, buffer, bytes, peer, tag, handle);
    if (__builtin_expect(!put || !hal_inbox_put_end(put), false))
        return oc_send_start_taken(send);
    send->pending = 0;
    return MPI_SUCCESS;
}

bool oc_native_copied(void) {
    bool any = oc_native_copied_alone();
    return send_waiting() || any;
}
