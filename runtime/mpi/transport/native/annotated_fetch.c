/* Offered messages in programs with annotations, the receiver's side: the most urgent first,
 * equally urgent ones in the order in which they matched; two at a time, for the reason in fetch.c.
 * An urgent one becomes the third rather than wait for two that are less urgent. There are never
 * more than command buffers, as the core would wait for the end of any of them. */
#include "mpi/transport/native/annotated.h"

static struct oc_request *waiting; /* for one of these: */

#define MOST 3

static struct fetch {
    struct oc_request *receive; /* null: none */
    struct oc_mark mark;
} under_way[MOST];

static int fetches; /* under way */

#define FOR_ALL(fetch) for (struct fetch *fetch = under_way; fetch != under_way + MOST; fetch++)

static int source_of(const struct oc_request *receive) {
    return oc_communicator_world_rank(receive->comm, receive->source);
}

static size_t room_of(const struct oc_request *receive) {
    return receive->received < receive->bytes ? receive->received : receive->bytes;
}

/* A free slot for it, if its turn has come. */
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

/* The mark of another one from the same memory, which they share; or null. */
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

/* False: one from the same memory is pending at another level. */
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

/* A channel is kept for no longer than it takes, so the data are waited for. */
static void fetch_now(struct oc_request *receive) {
    struct oc_mark mark;
    oc_mark_begin(&mark, receive->annotation, source_of(receive), OC_MARK_GET);
    hal_get_now(receive->buffer, receive->from, room_of(receive));
    oc_native_release(receive);
    oc_mark_end(&mark);
    receive->pending = 0;
}

/* ---- In parts: the first has a mark for all; in between nothing else happens ---- */

static struct oc_mark parts = {.memory = -1};

hal_transfer oc_transport_fetch_part_annotated(const void *body, size_t offset, void *to,
                                               size_t bytes) {
    const struct oc_annotated_offer *offer = body;
    struct oc_mark mark;
    if (offer->annotation != OC_GUARANTEED) {
        if (!offset)
            oc_mark_begin(&parts, offer->annotation, offer->place, OC_MARK_GET);
        return oc_transport_fetch_part_unannotated(body, offset, to, bytes);
    }
    oc_mark_begin(&mark, offer->annotation, offer->place, OC_MARK_GET);
    hal_get_now(to, offer->offer.data + offset, bytes);
    oc_mark_end(&mark);
    return hal_get(to, offer->offer.data, 0);
}

/* When the last part has come; `receive` wants no more. */
static void end_parts(struct oc_request *receive) {
    oc_native_release(receive);
    oc_mark_end(&parts);
    parts = OC_NO_MARK;
    receive->pending = 0;
}

/* ---- All of it ---- */

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
