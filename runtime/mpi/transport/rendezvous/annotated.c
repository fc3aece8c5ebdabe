/* Annotated messages (annotation/mark.h). A mark is set around all communication for an annotated
 * message, in both directions. For a guaranteed message, a channel carries everything that the
 * sender writes and everything that a process reads from a shared memory. The receiver's replies
 * have the highest priority instead. */
#include "mpi/annotation/mark.h"
#include "mpi/transport/rendezvous/rendezvous.h"

const char oc_transport_annotations;

/* These unused pointers make the linker include the files that define the two symbols. */
static const char *const moves __attribute__((used)) = &oc_annotated_transfers;
static const char *const looks __attribute__((used)) = &oc_annotated_lines;

/* The annotation that a receiver uses for its reply to a sender. For a guaranteed message, this is
 * the highest priority, without a channel. */
static int without_channel(const struct oc_request *request) {
    int annotation = request ? request->annotation : 0;
    return annotation == OC_GUARANTEED ? HAL_PRIORITIES : annotation;
}

void oc_transport_send_annotated(struct oc_request *send, bool synchronous) {
    (void)synchronous;
    send->annotation = oc_annotation_take(send);
    oc_send_plainly(send);
}

void oc_transport_send_marked(struct oc_request *send, bool synchronous)
    __attribute__((alias("oc_transport_send_annotated")));

static void mark_line(struct oc_mark *mark, const struct oc_connection *connection,
                      int annotation) {
    oc_mark_begin(mark, annotation, oc_connection_memory(connection, connection->to_memory),
                  OC_MARK_PUT);
}

/* Rings the peer's doorbell and ends the mark for a line. A doorbell takes another route than
 * stores to a shared memory, so it then needs a mark of its own. */
static void ring(struct oc_mark *mark, const struct oc_connection *connection,
                 const struct oc_request *request) {
    if (mark->memory < 0) {
        oc_ring(connection);
        return;
    }
    if (OC_WORDS && connection->to_memory) {
        oc_mark_end(mark);
        return;
    }
    /* When the mark has ended, stores to the shared memory have arrived. */
    if (connection->to_memory) {
        oc_mark_end(mark);
        oc_mark_begin(mark, without_channel(request), connection->place, OC_MARK_PUT);
    }
    hal_sync_set(connection->place, oc_own_doorbell);
    oc_mark_end(mark);
}

void oc_post_header(const struct oc_connection *connection, const struct oc_request *send) {
    struct oc_mark mark;
    mark_line(&mark, connection, send->annotation);
    oc_write_header(connection, send);
    ring(&mark, connection, send);
}

void oc_post_grant(const struct oc_connection *connection, const struct oc_request *receive,
                   const struct oc_grant *grant) {
    struct oc_mark mark;
    mark_line(&mark, connection, without_channel(receive));
    oc_write_grant(connection, grant);
    ring(&mark, connection, receive);
}

/* Writes this process' flags and rings. A sender of a guaranteed message that notifies its receiver
 * of written data uses the channel. */
void oc_post_flags_annotated(const struct oc_connection *connection,
                             const struct oc_request *request) {
    struct oc_mark mark;
    mark_line(&mark, connection,
              request && request == connection->writes ? request->annotation
                                                       : without_channel(request));
    oc_write_flags(connection);
    ring(&mark, connection, request);
}

static bool is_before(const struct oc_request *one, const struct oc_request *other) {
    if (one->annotation != other->annotation)
        return one->annotation > other->annotation;
    return one->annotation == OC_GUARANTEED && one->source < other->source;
}

/* Guaranteed receives that wait, and the queue to which the guaranteed receive in progress belongs.
 * Only one guaranteed receive is in progress at a time, in all queues together. */
static struct oc_request_queue guaranteed;
static struct oc_grant_queue *guaranteed_lane;

static struct oc_grant_queue *lane_of(const struct oc_request *receive) {
    return oc_connection_to((int)((uint32_t)receive->release >> OC_NUMBER_BITS))->grants;
}

/* Keeps the queue sorted by urgency; among guaranteed receives, the lowest rank comes first. */
void oc_grant_enqueue(struct oc_grant_queue *grants, struct oc_request *receive) {
    struct oc_request_queue *queue =
        receive->annotation == OC_GUARANTEED ? &guaranteed : &grants->queue;
    struct oc_request **at = &queue->first;
    while (*at && !is_before(receive, *at))
        at = &(*at)->next;
    receive->next = *at;
    *at = receive;
    if (!receive->next)
        queue->end = &receive->next;
}

/* Moves the first guaranteed receive to the front of its queue and returns this queue. Returns null
 * if another guaranteed receive is in progress or the queue is busy. */
static struct oc_grant_queue *next_guaranteed(void) {
    struct oc_grant_queue *grants = guaranteed.first ? lane_of(guaranteed.first) : NULL;
    if (!grants || guaranteed_lane || grants->busy)
        return NULL;
    struct oc_request *receive = oc_request_queue_pop(&guaranteed);
    if (!(receive->next = grants->queue.first))
        grants->queue.end = &receive->next;
    grants->queue.first = receive;
    return guaranteed_lane = grants;
}

void oc_grant_next_annotated(struct oc_grant_queue *grants) {
    if (guaranteed_lane && !guaranteed_lane->busy)
        guaranteed_lane = NULL;
    struct oc_grant_queue *other = next_guaranteed();
    if (other)
        oc_grant_next_ordinary(other);
    oc_grant_next_ordinary(grants);
}

/* Whether the process waits for the end of a transfer. It waits for each transfer over a channel,
 * which it should hold no longer than necessary, and for those for which oc_is_waited_for() is
 * true. */
static bool is_waited_for(const struct oc_transfer *transfer, int annotation) {
    return annotation == OC_GUARANTEED || oc_is_waited_for(transfer);
}

bool oc_put_data_annotated(struct oc_connection *connection) {
    struct oc_mark mark;
    int annotation = connection->writes->annotation;
    if (!annotation || !connection->put.bytes || !is_waited_for(&connection->put, annotation))
        return oc_put_data_ordinary(connection);
    oc_mark_begin(&mark, annotation, oc_connection_memory(connection, connection->to_memory),
                  OC_MARK_PUT);
    oc_put_now(&connection->put);
    oc_mark_end(&mark);
    return true;
}

bool oc_get_data_annotated(struct oc_connection *connection) {
    struct oc_mark mark;
    int annotation = connection->reads->annotation;
    if (!annotation || !is_waited_for(&connection->get, annotation))
        return oc_get_data_ordinary(connection);
    oc_mark_begin(&mark, annotation, oc_connection_memory(connection, connection->through),
                  OC_MARK_GET);
    oc_get_now(&connection->get);
    oc_mark_end(&mark);
    return true;
}
