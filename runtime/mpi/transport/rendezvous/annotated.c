/* Annotated messages (annotation/mark.h): a mark around all that travels of one, in both
 * directions. What a sender says and writes of a guaranteed one takes a channel, and what is read
 * out of a memory; what a receiver says of it has the highest priority. */
#include "mpi/annotation/mark.h"
#include "mpi/transport/rendezvous/rendezvous.h"

const char oc_transport_annotations;

/* It is linked with this. */
static const char *const moves __attribute__((used)) = &oc_annotated_moves;

/* Of what a receiver says. */
static int without_channel(const struct oc_request *request) {
    int annotation = request ? request->annotation : 0;
    return annotation == OC_GUARANTEED ? HAL_PRIORITIES : annotation;
}

void oc_transport_send_annotated(struct oc_request *send, bool synchronous) {
    (void)synchronous;
    send->annotation = oc_annotation_take(send);
    oc_send_plainly(send);
}

static void mark_line(struct oc_mark *mark, const struct oc_way *way, int annotation) {
    oc_mark_begin(mark, annotation, oc_way_memory(way, way->to_memory), OC_MARK_PUT);
}

/* Ends the mark of a line. The bell of a peer goes another way than what is stored in a memory. */
static void ring(struct oc_mark *mark, const struct oc_way *way, const struct oc_request *request) {
    if (mark->place < 0) {
        oc_ring(way);
        return;
    }
    if (way->to_memory) { /* what has been stored there has arrived when the mark ends */
        oc_mark_end(mark);
        oc_mark_begin(mark, without_channel(request), way->place, OC_MARK_PUT);
    }
    hal_sync_set(way->place, oc_own_bell);
    oc_mark_end(mark);
}

void oc_tell_header_annotated(const struct oc_way *way, const struct oc_request *send) {
    struct oc_mark mark;
    mark_line(&mark, way, send->annotation);
    oc_write_header(way, send);
    ring(&mark, way, send);
}

void oc_tell_grant_annotated(const struct oc_way *way, const struct oc_request *receive,
                             const struct oc_grant *grant) {
    struct oc_mark mark;
    mark_line(&mark, way, without_channel(receive));
    oc_write_grant(way, grant);
    ring(&mark, way, receive);
}

/* Over a channel: what a sender says of the data that it has written. */
void oc_tell_flags_annotated(const struct oc_way *way, const struct oc_request *request) {
    struct oc_mark mark;
    mark_line(&mark, way,
              request && request == way->writes ? request->annotation : without_channel(request));
    oc_write_flags(way);
    ring(&mark, way, request);
}

static bool is_before(const struct oc_request *one, const struct oc_request *other) {
    if (one->annotation != other->annotation)
        return one->annotation > other->annotation;
    return one->annotation == OC_GUARANTEED && one->source < other->source;
}

/* Of guaranteed receives one at a time is under way, in whichever lane: its place there. */
static struct oc_row guaranteed;
static struct oc_lane *guaranteed_lane;

static struct oc_lane *lane_of(const struct oc_request *receive) {
    return oc_way_of((int)((uint32_t)receive->release >> OC_NUMBER_BITS))->lane;
}

/* The most urgent first; of guaranteed ones that of the lowest rank. */
void oc_line_up_annotated(struct oc_lane *lane, struct oc_request *receive) {
    struct oc_row *row = receive->annotation == OC_GUARANTEED ? &guaranteed : &lane->row;
    struct oc_request **at = &row->first;
    while (*at && !is_before(receive, *at))
        at = &(*at)->next;
    receive->next = *at;
    *at = receive;
    if (!receive->next)
        row->end = &receive->next;
}

/* Puts the first guaranteed receive before all others of its lane, if it is its turn. */
static struct oc_lane *next_guaranteed(void) {
    struct oc_lane *lane = guaranteed.first ? lane_of(guaranteed.first) : NULL;
    if (!lane || guaranteed_lane || lane->busy)
        return NULL;
    struct oc_request *receive = oc_row_pop(&guaranteed);
    if (!(receive->next = lane->row.first))
        lane->row.end = &receive->next;
    lane->row.first = receive;
    return guaranteed_lane = lane;
}

void oc_lane_next_annotated(struct oc_lane *lane) {
    if (guaranteed_lane && !guaranteed_lane->busy)
        guaranteed_lane = NULL;
    struct oc_lane *other = next_guaranteed();
    if (other)
        oc_lane_next_unannotated(other);
    oc_lane_next_unannotated(lane);
}

/* A channel is kept for no longer than it takes, so what goes over it is waited for; so is a
 * packet.
 */
static bool is_waited_for(const struct oc_move *move, int annotation) {
    return annotation == OC_GUARANTEED || move->bytes <= HAL_LINE_BYTES;
}

bool oc_put_data_annotated(struct oc_way *way) {
    struct oc_mark mark;
    int annotation = way->writes->annotation;
    if (!annotation || !way->put.bytes || !is_waited_for(&way->put, annotation))
        return oc_put_data_unannotated(way);
    oc_mark_begin(&mark, annotation, oc_way_memory(way, way->to_memory), OC_MARK_PUT);
    hal_put_now(way->put.there, way->put.here, way->put.bytes);
    oc_mark_end(&mark);
    return true;
}

bool oc_get_data_annotated(struct oc_way *way) {
    struct oc_mark mark;
    int annotation = way->reads->annotation;
    if (!annotation || !is_waited_for(&way->get, annotation))
        return oc_get_data_unannotated(way);
    oc_mark_begin(&mark, annotation, oc_way_memory(way, way->through), OC_MARK_GET);
    hal_get_now(way->get.here, way->get.there, way->get.bytes);
    oc_mark_end(&mark);
    return true;
}
