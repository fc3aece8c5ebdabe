/* Annotated messages that were offered, the receiver's side. Those with a priority do not stand in
 * the line of others, and come in the order of their levels; two at a time, as there (fetch.c). */
#include "mpi/transport/native/annotated.h"

static struct oc_request *waiting; /* for one of these: */

static struct fetch {
    struct oc_request *receive; /* null: none */
    struct oc_mark mark;
} under_way[2];

static int source_of(const struct oc_request *receive) {
    return oc_communicator_world_rank(receive->comm, receive->source);
}

static size_t room_of(const struct oc_request *receive) {
    return receive->received < receive->bytes ? receive->received : receive->bytes;
}

static bool share_mark(const struct fetch *fetch, int place) {
    return fetch->receive && oc_mark_is_on(&fetch->mark, place);
}

/* Two from the same memory share a mark; so they must have the same level. */
static bool start(struct fetch *fetch, const struct fetch *other, struct oc_request *receive) {
    int source = source_of(receive);
    fetch->mark = other->mark;
    if (!share_mark(other, source))
        oc_mark_begin(&fetch->mark, receive->annotation, source, OC_MARK_GET);
    else if (other->mark.level != receive->annotation - 1)
        return false;
    fetch->receive = receive;
    receive->transfer = hal_get(receive->buffer, receive->from, room_of(receive));
    return true;
}

static void start_waiting(void) {
    for (int i = 0; i < 2 && waiting; i++) {
        struct oc_request *next = waiting->next;
        if (under_way[i].receive)
            continue;
        if (!start(&under_way[i], &under_way[!i], waiting))
            return;
        waiting = next;
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

static void complete(struct fetch *fetch, const struct fetch *other) {
    struct oc_request *receive = fetch->receive;
    oc_native_release(receive);
    if (!share_mark(other, source_of(receive)))
        oc_mark_end(&fetch->mark);
    fetch->receive = NULL;
    receive->pending = 0;
    start_waiting();
}

bool oc_annotated_follow(void) {
    for (int i = 0; i < 2; i++)
        if (under_way[i].receive && hal_done(under_way[i].receive->transfer)) {
            complete(&under_way[i], &under_way[!i]);
            return true;
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

static struct oc_mark parts = {.place = -1};

hal_transfer oc_transport_fetch_part(const void *body, size_t offset, void *to, size_t bytes) {
    const struct oc_annotated_offer *offer = body;
    struct oc_mark mark;
    if (offer->annotation != OC_GUARANTEED) {
        if (!offset)
            oc_mark_begin(&parts, offer->annotation, offer->place, OC_MARK_GET);
        return oc_native_fetch_part(body, offset, to, bytes);
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

void oc_transport_fetch(struct oc_request *receive, const void *body) {
    const struct oc_annotated_offer *offer = body;
    if (!offer->annotation) {
        oc_native_fetch(receive, &offer->offer);
        return;
    }
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
