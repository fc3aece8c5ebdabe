/* Annotated messages (transport/annotation.h): a mark around all that travels of one, in both
 * directions. Only its data take a channel, so only they are kept to what a channel allows; what is
 * said about it has the highest priority then. */
#include "mpi/transport/annotation.h"
#include "mpi/transport/rendezvous/rendezvous.h"

const char oc_transport_annotations;

/* The memory that lines and data to a peer lie in, or data from it: numbered as priorities are. */
static int memory_of(const struct oc_way *way, const struct oc_memory *through) {
    return through ? hal_places() + through->controller : way->place;
}

static void mark_line(struct oc_mark *mark, const struct oc_way *way,
                      const struct oc_request *request) {
    int annotation = request ? request->annotation : 0;
    if (annotation == OC_GUARANTEED)
        annotation = HAL_PRIORITIES;
    oc_mark_begin(mark, annotation, memory_of(way, way->to_memory), OC_MARK_PUT);
}

void oc_transport_send(struct oc_request *send, bool synchronous) {
    (void)synchronous;
    send->annotation = oc_annotation_take(send);
    oc_send_plainly(send);
}

void oc_write_header(struct oc_way *way, const struct oc_request *send) {
    struct oc_mark mark;
    mark_line(&mark, way, send);
    oc_write_header_plain(way, send);
    oc_mark_end(&mark);
}

void oc_write_grant(struct oc_way *way, const struct oc_request *receive,
                    const struct oc_grant *grant) {
    struct oc_mark mark;
    mark_line(&mark, way, receive);
    oc_write_grant_plain(way, receive, grant);
    oc_mark_end(&mark);
}

void oc_write_count(struct oc_way *way, const struct oc_request *request, size_t member,
                    uint32_t count) {
    struct oc_mark mark;
    mark_line(&mark, way, request);
    oc_write_count_plain(way, request, member, count);
    oc_mark_end(&mark);
}

bool oc_put_data(struct oc_way *way) {
    struct oc_mark mark;
    if (!way->writes->annotation || !way->put.bytes)
        return oc_put_data_plain(way);
    oc_mark_begin(&mark, way->writes->annotation, memory_of(way, way->to_memory), OC_MARK_PUT);
    hal_put_now(way->put.there, way->put.here, way->put.bytes);
    oc_mark_end(&mark);
    return true;
}

bool oc_get_data(struct oc_way *way) {
    struct oc_mark mark;
    if (!way->reads->annotation)
        return oc_get_data_plain(way);
    oc_mark_begin(&mark, way->reads->annotation, memory_of(way, way->through), OC_MARK_GET);
    hal_get_now(way->get.here, way->get.there, way->get.bytes);
    oc_mark_end(&mark);
    return true;
}
