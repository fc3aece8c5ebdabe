/* The receiver's side of offered messages with annotations; fetch.c fetches all other messages at
 * the same time. This file fetches the most urgent message first, and equally urgent messages in
 * the order in which they matched. It fetches two messages at a time, for the reason given in
 * fetch.c, or one while fetch.c fetches, too. A more urgent message does not wait for less urgent
 * ones, but is fetched in addition. Two DMA command buffers are left to fetch.c, because the core
 * would wait for the end of a transfer if it had no command buffer. */
#include "mpi/transport/native/annotated.h"
#include "mpi/transport/native/copy.h"

#define MOST 3

/* The receives of annotated messages whose data have not been fetched, the most urgent first. While
 * there are any, `marker` is in the list of copies (copy.h), so that the progress engine also
 * checks these receives. */
static struct oc_request *receives;
static struct oc_copy marker = {.pending = 1};

static int under_way, most;

/* A bit that is added to the annotation of a receive in the list while its data are being
 * fetched. */
#define UNDER_WAY 0x100

static int annotation_of(const struct oc_request *receive) {
    return receive->annotation & ~UNDER_WAY;
}

static size_t room_of(const struct oc_request *receive) {
    return receive->received < receive->bytes ? receive->received : receive->bytes;
}

static void start(struct oc_request *receive) {
    int level = oc_annotated_level(receive->annotation);
    receive->annotation |= UNDER_WAY;
    under_way++;
    receive->transfer = hal_get_at(level, receive->buffer, receive->from, room_of(receive));
}

static void start_next(void) {
    int as_urgent = 0, at_a_time = oc_native_fetching ? 1 : 2;
    for (struct oc_request *receive = receives; receive; receive = receive->next) {
        if (!(receive->annotation & UNDER_WAY)) {
            if (as_urgent >= at_a_time || under_way >= most)
                return;
            start(receive);
        }
        as_urgent++;
    }
}

static void set_most(void) {
    int left = hal_transfers() - 2;
    most = left < 1 ? 1 : left > MOST ? MOST : left;
}

static void enqueue(struct oc_request *receive) {
    struct oc_request **at = &receives;
    if (!receives)
        oc_native_watch(&marker);
    while (*at && annotation_of(*at) >= receive->annotation)
        at = &(*at)->next;
    receive->next = *at;
    *at = receive;
    if (!most)
        set_most();
    start_next();
}

/* Notifies the sender, at the message's priority level, that its data have been fetched. Writes the
 * word for which the sender waits, then the sender's doorbell. */
static void release(const struct oc_request *receive, int annotation) {
    static const uint32_t no = 0, yes = 1;
    if (!annotation) {
        oc_native_release(receive);
        return;
    }
    int level = oc_annotated_level(annotation);
    int world = oc_communicator_world_rank(receive->comm, receive->source);
    hal_put_at(level, receive->release, &no, sizeof no);
    hal_put_at(level, hal_shared_of(world) + OC_SHARED(doorbell), &yes, sizeof yes);
}

static void complete(struct oc_request **at) {
    struct oc_request *receive = *at;
    *at = receive->next;
    if (!receives)
        oc_native_unwatch(&marker);
    under_way--;
    start_next();
    release(receive, annotation_of(receive));
    receive->pending = 0;
}

bool oc_annotated_complete(void) {
    int left = under_way;
    for (struct oc_request **at = &receives; left; at = &(*at)->next)
        if ((*at)->annotation & UNDER_WAY) {
            if (hal_done((*at)->transfer)) {
                complete(at);
                return true;
            }
            left--;
        }
    return false;
}

/* Fetches the data of a guaranteed message and waits for them, because a channel should be held no
 * longer than necessary. */
static void fetch_now(struct oc_request *receive) {
    struct oc_mark mark;
    oc_mark_begin(&mark, receive->annotation,
                  oc_communicator_world_rank(receive->comm, receive->source), OC_MARK_GET);
    hal_get_now(receive->buffer, receive->from, room_of(receive));
    oc_native_release(receive);
    oc_mark_end(&mark);
    receive->pending = 0;
}

/* Starts to fetch a part of a message. If the message is guaranteed, waits until the part has
 * arrived, and returns an empty transfer. */
hal_transfer oc_transport_fetch_part(const void *body, size_t offset, void *to, size_t bytes) {
    const struct oc_kept_offer *offer = body;
    hal_address from = offer->offer.data + offset;
    if (offer->kind == OC_ANNOTATED_OFFER) {
        struct oc_mark mark;
        if (offer->annotation != OC_GUARANTEED)
            return hal_get_at(oc_annotated_level(offer->annotation), to, from, bytes);
        oc_mark_begin(&mark, offer->annotation, offer->place, OC_MARK_GET);
        hal_get_now(to, from, bytes);
        oc_mark_end(&mark);
        bytes = 0;
    }
    return hal_get(to, from, bytes);
}

__attribute__((noinline)) static void fetch_urgent(struct oc_request *receive,
                                                   const struct oc_kept_offer *offer) {
    receive->annotation = (int)offer->annotation;
    receive->from = offer->offer.data;
    receive->release = offer->offer.pending;
    if (receive->staging) { /* all parts have been fetched */
        release(receive,
                receive->annotation == OC_GUARANTEED ? HAL_PRIORITIES : receive->annotation);
        receive->pending = 0;
    } else if (receive->annotation == OC_GUARANTEED) {
        fetch_now(receive);
    } else {
        enqueue(receive);
    }
}

/* Fetches an offered message. If the message has an annotation, its urgency decides when it is
 * fetched. If the receive's buffer is noncontiguous, oc_type_fetch() has fetched all data already,
 * and only the sender remains to be notified. */
void oc_transport_fetch_annotated(struct oc_request *receive, const void *body) {
    const struct oc_kept_offer *offer = body;
    if (__builtin_expect(offer->kind != OC_ANNOTATED_OFFER, true))
        oc_transport_fetch(receive, body);
    else
        fetch_urgent(receive, offer);
}
