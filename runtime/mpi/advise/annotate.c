/* Annotations from outside, for `onchip run --annotate`: in a program that is linked with
 * link/annotate.flags, messages of this rank are annotated as the variable ONCHIP_ANNOTATE says,
 * unless they are already: a list of SENDER:RECEIVER=ANNOTATION, by ranks of the world. */
#include <stdlib.h>
#include <string.h>

#include "mpi/core/send.h"
#include "mpi/transport/annotation.h"
#include "mpi/transport/transport.h"

__typeof__(oc_annotation_take) __real_oc_annotation_take, __wrap_oc_annotation_take;
__typeof__(oc_transport_send_plain) __real_oc_transport_send_plain, oc_annotated_send_plain;

/* By receiver. */
static unsigned char *annotations;

static void read_annotations(void) {
    annotations = calloc(1, (size_t)oc_comm_world.size);
    if (!annotations)
        oc_die(OC_FATAL, "has no memory for # annotations", oc_comm_world.size, 0);
    const char *at = getenv("ONCHIP_ANNOTATE");
    for (; at && *at; at = (at = strchr(at, ',')) ? at + 1 : NULL) {
        char *end;
        long sender = strtol(at, &end, 10), receiver = strtol(end + 1, &end, 10);
        if (sender == oc_comm_world.rank && receiver < oc_comm_world.size)
            annotations[receiver] = (unsigned char)atoi(end + 1);
    }
}

static int annotation_for(int world) {
    if (!annotations)
        read_annotations();
    return annotations[world];
}

int __wrap_oc_annotation_take(struct oc_request *send) {
    int world = oc_communicator_world_rank(send->comm, send->peer);
    int annotation = __real_oc_annotation_take(send);
    return annotation ? annotation : annotation_for(world);
}

/* Annotated messages do not take the fast path. */
int oc_annotated_send_plain(const void *buffer, size_t bytes, int peer, int tag) {
    return annotation_for(peer) ? oc_send_plain(buffer, bytes, peer, tag)
                                : __real_oc_transport_send_plain(buffer, bytes, peer, tag);
}
