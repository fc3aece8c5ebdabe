/* The receiver's side of offered messages in programs with annotations. The most urgent message is
 * fetched first, equally urgent ones in the order in which they matched, and two at a time for the
 * reason given in fetch.c. An urgent message becomes a third one rather than wait for two less
 * urgent ones. There are never more fetches than command buffers, since the core would wait for the
 * end of one of them. */
#include "mpi/transport/native/annotated.h"

static struct oc_request *waiting; /* receives that wait for a slot */

#define MOST 3

static struct fetch {
    struct oc_request *receive; /* null: the slot is free */
    struct oc_mark mark;
} under_way[MOST];

static int fetches; /* fetches in progress */

#define FOR_ALL(fetch) for (struct fetch *fetch = under_way; fetch != under_way + MOST; fetch++)

static int source_of(const struct oc_request *receive) {
    return oc_communicator_world_rank(receive->comm, receive->source);
}

static size_t room_of(const struct oc_request *receive) {
    return receive->received < receive->bytes ? receive->received : receive->bytes;
}

/* Returns a free slot for a receive if it is its turn. */
static struct fetch *free_slot(const struct oc_request *receive) {
    struct fetch *slot = NULL;
    int as_urgent = 0;
    if (!fetches)
        return under_way;
    FOR_ALL(fetch) {
        if (!fetch->receive)
            slot = fetch;
        else
            as_urgent += fetch->receive->annotation >= receive->annotation;
    }
    return as_urgent < 2 && fetches < hal_transfers() ? slot : NULL;
}

/* The mark of another fetch from the same memory, which both share; null: there is none. */
static const struct oc_mark *shared_mark(const struct oc_request *receive) {
    if (!fetches)
        return NULL;
    int source = source_of(receive);
    FOR_ALL(fetch) {
        if (fetch->receive && oc_mark_is_on(&fetch->mark, source))
            return &fetch->mark;
    }
    return NULL;
}

/* Returns false if another fetch from this memory has a mark of another level. */
static bool begin_mark(struct oc_mark *mark, const struct oc_request *receive) {
    mark->memory = -1;
    if (!receive->annotation)
        return true;
    const struct oc_mark *shared = shared_mark(receive);
    if (shared)
        *mark = *shared;
    else
        oc_mark_begin(mark, receive->annotation, source_of(receive), OC_MARK_GET);
    return mark->level == receive->annotation - 1;
}

static void start_waiting(void) {
    while (waiting) {
        struct oc_request *receive = waiting;
        struct fetch *fetch = free_slot(receive);
        if (!fetch || !begin_mark(&fetch->mark, receive))
            return;
        waiting = receive->next;
        fetch->receive = receive;
        fetches++;
        receive->transfer = hal_get(receive->buffer, receive->from, room_of(receive));
    }
}

static void enqueue(struct oc_request *receive) {
    struct oc_request **at = &waiting;
    while (*at && (*at)->annotation >= receive->annotation)
        at = &(*at)->next;
    receive->next = *at;
    *at = receive;
    start_waiting();
}

static void complete(struct fetch *fetch) {
    struct oc_request *receive = fetch->receive;
    oc_native_release(receive);
    fetch->receive = NULL;
    fetches--;
    if (receive->annotation && !shared_mark(receive))
        oc_mark_end(&fetch->mark);
    receive->pending = 0;
    start_waiting();
}

bool oc_annotated_complete(void) {
    if (!fetches)
        return false;
    FOR_ALL(fetch) {
        if (fetch->receive && hal_done(fetch->receive->transfer)) {
            complete(fetch);
            return true;
        }
    }
    return false;
}

/* Waits for the data, because a channel should be held no longer than necessary. */
static void fetch_now(struct oc_request *receive) {
    struct oc_mark mark;
    oc_mark_begin(&mark, receive->annotation, source_of(receive), OC_MARK_GET);
    hal_get_now(receive->buffer, receive->from, room_of(receive));
    oc_native_release(receive);
    oc_mark_end(&mark);
    receive->pending = 0;
}

/* ---- Fetches in parts: the first part sets a mark for all, and nothing else happens in between
 * ---- */

static struct oc_mark parts = {.memory = -1};

hal_transfer oc_transport_fetch_part_annotated(const void *body, size_t offset, void *to,
                                               size_t bytes) {
    const struct oc_annotated_offer *offer = body;
    struct oc_mark mark;
    if (offer->annotation != OC_GUARANTEED) {
        if (!offset)
            oc_mark_begin(&parts, offer->annotation, offer->place, OC_MARK_GET);
        return oc_transport_fetch_part_ordinary(body, offset, to, bytes);
    }
    oc_mark_begin(&mark, offer->annotation, offer->place, OC_MARK_GET);
    hal_get_now(to, offer->offer.data + offset, bytes);
    oc_mark_end(&mark);
    return hal_get(to, offer->offer.data, 0);
}

/* Called after the last part, when `receive` wants no more. */
static void end_parts(struct oc_request *receive) {
    oc_native_release(receive);
    oc_mark_end(&parts);
    parts = OC_NO_MARK;
    receive->pending = 0;
}

/* ---- Fetches of a whole message ---- */

void oc_transport_fetch_annotated(struct oc_request *receive, const void *body) {
    const struct oc_annotated_offer *offer = body;
    receive->annotation = (int)offer->annotation;
    receive->from = offer->offer.data;
    receive->release = offer->offer.pending;
    if (receive->staging)
        end_parts(receive);
    else if (receive->annotation == OC_GUARANTEED)
        fetch_now(receive);
    else
        enqueue(receive);
}
