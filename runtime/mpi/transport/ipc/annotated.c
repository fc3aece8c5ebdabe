/* Annotations have no effect in this transport, because a message consists of several messages of
 * the kernel, which cannot be annotated. */
#include "mpi/annotation/annotation.h"
#include "mpi/transport/ipc/ipc.h"

const char oc_transport_annotations;

void oc_transport_send_annotated(struct oc_request *send, bool synchronous) {
    oc_annotation_take(send);
    oc_transport_send_ordinary(send, synchronous);
}

void oc_transport_send_marked(struct oc_request *send, bool synchronous)
    __attribute__((alias("oc_transport_send_annotated")));
