/* Annotations from outside, for `onchip run --annotate`: a program that is linked with
 * link/annotate.flags, and a table of pairs, has their messages annotated as the table says, unless
 * they are already. */
#include "mpi/annotation/mark.h"
#include "mpi/profiling/events.h"
#include "mpi/request/blocking_send.h"
#include "mpi/transport/transport.h"

/* The table, in a file that python/onchip/launch/annotations.py writes. Ranks are those of the
 * world; after the last pair comes one without an annotation. */
extern const struct { int sender, receiver, annotation; } onchip_annotations[];

static int annotation_for(int world) {
    for (int i = 0; onchip_annotations[i].annotation; i++)
        if (onchip_annotations[i].receiver == world &&
            onchip_annotations[i].sender == oc_comm_world.rank)
            return onchip_annotations[i].annotation;
    return OC_UNANNOTATED;
}

OC_EVENT(oc_annotation_take);

int __wrap_oc_annotation_take(struct oc_request *send) {
    int world = oc_communicator_world_rank(send->comm, send->peer);
    int annotation = __real_oc_annotation_take(send);
    return annotation ? annotation : annotation_for(world);
}

/* Annotated messages do not take the fast path. */
int oc_transport_send_plain_by_table(const void *buffer, size_t count, size_t extent, int peer,
                                     int tag) {
    return annotation_for(peer) ? oc_send_plain(buffer, count * extent, peer, tag)
                                : oc_transport_send_plain_direct(buffer, count, extent, peer, tag);
}
