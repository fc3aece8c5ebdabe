#include "mpi/partitioned/channel.h"

#include <stdlib.h>

#include "mpi/collective/nonblocking/fibre.h"
#include "mpi/error/check.h"
#include "mpi/error/raise.h"
#include "mpi/request/pool.h"
#include "mpi/request/start.h"

/* These unused pointers make the linker include the code that resumes fibres, which calls
 * oc_channels_progress(), and the code that ends a communicator's operations, which calls
 * oc_channels_end(). */
static const void *const linked[]
    __attribute__((used)) = {oc_operation_launch, oc_operations_forget};

/* The tag of announcements in the context of partitioned messages. The tags of channels begin with
 * 1. */
#define ANNOUNCED 0

struct words {
    uint32_t tag, number, data;
};

/* The number of channels so far with this communicator, peer, tag and kind (send or receive). */
static struct count {
    struct count *next;
    const struct oc_communicator *comm;
    int peer, tag;
    enum oc_kind kind;
    uint32_t number;
} * counts;

/* A receive for announcements on one communicator, which is always posted. */
static struct listener {
    struct listener *next;
    struct oc_request receive;
    struct words words;
} * listeners;

/* Announcements that have arrived before the calls of MPI_Precv_init to which they belong. */
static struct early {
    struct early *next;
    const struct oc_communicator *comm;
    int peer;
    struct words words;
} * early;

static struct oc_channel *awaited;

bool oc_channel_number(struct oc_channel *channel, enum oc_kind kind) {
    struct count *count = counts;
    while (count && (count->comm != channel->comm || count->peer != channel->peer ||
                     count->tag != channel->tag || count->kind != kind))
        count = count->next;
    if (!count) {
        if (!(count = malloc(sizeof *count)))
            return false;
        *count = (struct count){counts, channel->comm, channel->peer, channel->tag, kind, 0};
        counts = count;
    }
    channel->number = count->number++;
    channel->data = 0;
    return true;
}

/* ---- The sender's side ---- */

bool oc_channel_announce(struct oc_channel *channel) {
    static uint32_t channels;
    if (channel->data)
        return true;
    if (channels == OC_TAG_UB)
        oc_die(OC_FATAL, "more than # partitioned sends have been started", OC_TAG_UB, 0);
    struct oc_user_request *request = oc_user_request_new(OC_SEND);
    struct words *words = malloc(sizeof *words);
    if (!request || !words) {
        if (request)
            oc_user_request_recycle(request);
        free(words);
        return false;
    }
    channel->data = ++channels;
    *words = (struct words){(uint32_t)channel->tag, channel->number, channel->data};
    oc_request_fill(&request->core, channel->comm, channel->comm->context + OC_CONTEXT_SPARE, words,
                    sizeof *words, channel->peer, ANNOUNCED);
    request->temporary = words;
    request->active = true;
    oc_send_checked(&request->core, OC_STANDARD);
    oc_user_request_free(request); /* the request is freed after its message has been sent */
    return true;
}

/* ---- The receiver's side ---- */

static bool is_of(const struct oc_channel *channel, const struct oc_communicator *comm, int peer,
                  const struct words *words) {
    return channel->comm == comm && channel->peer == peer && channel->tag == (int)words->tag &&
           channel->number == words->number;
}

static void listen(struct listener *listener) {
    const struct oc_communicator *comm = listener->receive.comm;
    oc_request_fill(&listener->receive, comm, comm->context + OC_CONTEXT_SPARE, &listener->words,
                    sizeof listener->words, MPI_ANY_SOURCE, ANNOUNCED);
    oc_receive_start(&listener->receive);
}

static bool have_listener(const struct oc_communicator *comm) {
    struct listener *listener = listeners;
    while (listener && listener->receive.comm != comm)
        listener = listener->next;
    if (listener)
        return true;
    if (!(listener = malloc(sizeof *listener)))
        return false;
    listener->next = listeners;
    listener->receive.comm = comm;
    listeners = listener;
    listen(listener);
    return true;
}

bool oc_channel_listen(struct oc_channel *channel) {
    for (struct early **at = &early, *one; (one = *at); at = &one->next)
        if (is_of(channel, one->comm, one->peer, &one->words)) {
            channel->data = one->words.data;
            *at = one->next;
            free(one);
            return true;
        }
    channel->next = awaited;
    awaited = channel;
    if (have_listener(channel->comm))
        return true;
    oc_channel_forget(channel);
    return false;
}

void oc_channel_forget(struct oc_channel *channel) {
    for (struct oc_channel **at = &awaited; *at; at = &(*at)->next)
        if (*at == channel) {
            *at = channel->next;
            return;
        }
}

static void keep(const struct listener *listener) {
    struct early *one = malloc(sizeof *one);
    if (!one)
        oc_die(OC_FATAL, "no memory for a partitioned send that rank # announces",
               listener->receive.source, 0);
    *one = (struct early){early, listener->receive.comm, listener->receive.source, listener->words};
    early = one;
}

static void handle_announcement(const struct listener *listener) {
    struct oc_channel *channel = awaited;
    while (channel &&
           !is_of(channel, listener->receive.comm, listener->receive.source, &listener->words))
        channel = channel->next;
    if (!channel) {
        keep(listener);
        return;
    }
    oc_channel_forget(channel);
    channel->data = listener->words.data;
    channel->known(channel->context);
}

bool oc_channels_progress(void) {
    bool any = false;
    for (struct listener *listener = listeners; listener; listener = listener->next)
        while (!listener->receive.pending) {
            handle_announcement(listener);
            listen(listener);
            any = true;
        }
    return any;
}

/* ---- The end of a communicator ---- */

/* Removes the entries of the communicator `comm` from a list. */
#define REMOVE_ALL_OF(KIND, LIST, COMM)                                                            \
    for (struct KIND **at = &(LIST), *one; (one = *at);) {                                         \
        if (one->COMM != comm) {                                                                   \
            at = &one->next;                                                                       \
        } else {                                                                                   \
            *at = one->next;                                                                       \
            free(one);                                                                             \
        }                                                                                          \
    }

void oc_channels_end(const struct oc_communicator *comm) {
    for (struct listener *listener = listeners; listener; listener = listener->next)
        if (listener->receive.comm == comm)
            oc_receive_withdraw(&listener->receive);
    REMOVE_ALL_OF(listener, listeners, receive.comm)
    REMOVE_ALL_OF(count, counts, comm)
    REMOVE_ALL_OF(early, early, comm)
}
