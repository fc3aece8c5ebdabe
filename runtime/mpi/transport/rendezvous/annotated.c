/* Annotated messages (annotation/mark.h): a mark around all that travels of one, in both
 * directions. What a sender says and writes of a guaranteed one takes a channel, and what is read
 * out of a memory; what a receiver says of it has the highest priority. */
#include "mpi/annotation/mark.h"
#include "mpi/transport/rendezvous/rendezvous.h"

const char oc_transport_annotations;

/* Files that are linked with this one. */
static const char *const moves __attribute__((used)) = &oc_annotated_transfers;
static const char *const looks __attribute__((used)) = &oc_annotated_lines;

/* The annotation of what a receiver tells a sender: for a guaranteed message the highest priority,
 * in place of a channel. */
static int without_channel(const struct oc_request *request) {
    int annotation = request ? request->annotation : 0;
    return annotation == OC_GUARANTEED ? HAL_PRIORITIES : annotation;
}

void oc_transport_send_annotated(struct oc_request *send, bool synchronous) {
    (void)synchronous;
    send->annotation = oc_annotation_take(send);
    oc_send_plainly(send);
}

static void mark_line(struct oc_mark *mark, const struct oc_connection *connection,
                      int annotation) {
    oc_mark_begin(mark, annotation, oc_connection_memory(connection, connection->to_memory),
                  OC_MARK_PUT);
}

/* Ends the mark of a line. A peer's doorbell takes another route than stores to a memory. */
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
    if (connection->to_memory) { /* what has been stored there has arrived when the mark ends */
        oc_mark_end(mark);
        oc_mark_begin(mark, without_channel(request), connection->place, OC_MARK_PUT);
    }
    hal_sync_set(connection->place, oc_own_doorbell);
    oc_mark_end(mark);
}

void oc_post_header_annotated(const struct oc_connection *connection,
                              const struct oc_request *send) {
    struct oc_mark mark;
    mark_line(&mark, connection, send->annotation);
    oc_write_header(connection, send);
    ring(&mark, connection, send);
}

void oc_post_grant_annotated(const struct oc_connection *connection,
                             const struct oc_request *receive, const struct oc_grant *grant) {
    struct oc_mark mark;
    mark_line(&mark, connection, without_channel(receive));
    oc_write_grant(connection, grant);
    ring(&mark, connection, receive);
}

/* Over a channel: what a sender says of the data that it has written. */
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

/* Guaranteed receives that wait, and the queue of the one that is under way: one at a time is,
 * among all queues. */
static struct oc_request_queue guaranteed;
static struct oc_grant_queue *guaranteed_lane;

static struct oc_grant_queue *lane_of(const struct oc_request *receive) {
    return oc_connection_to((int)((uint32_t)receive->release >> OC_NUMBER_BITS))->grants;
}

/* The most urgent first; of guaranteed ones that of the lowest rank. */
void oc_grant_enqueue_annotated(struct oc_grant_queue *grants, struct oc_request *receive) {
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

/* Puts the first guaranteed receive before all others of its queue, if it is its turn. */
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
        oc_grant_next_unannotated(other);
    oc_grant_next_unannotated(grants);
}

/* A channel is kept for no longer than it takes, so what goes over it is waited for; so is a
 * packet.
 */
static bool is_waited_for(const struct oc_transfer *transfer, int annotation) {
    return annotation == OC_GUARANTEED || oc_is_waited_for(transfer);
}

bool oc_put_data_annotated(struct oc_connection *connection) {
    struct oc_mark mark;
    int annotation = connection->writes->annotation;
    if (!annotation || !connection->put.bytes || !is_waited_for(&connection->put, annotation))
        return oc_put_data_unannotated(connection);
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
        return oc_get_data_unannotated(connection);
    oc_mark_begin(&mark, annotation, oc_connection_memory(connection, connection->through),
                  OC_MARK_GET);
    oc_get_now(&connection->get);
    oc_mark_end(&mark);
    return true;
}
