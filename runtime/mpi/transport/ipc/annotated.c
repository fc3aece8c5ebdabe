/* Annotations change nothing: a message is several ones of the kernel's, which have none. */
#include "mpi/annotation/annotation.h"
#include "mpi/transport/ipc/ipc.h"

const char oc_transport_annotations;

void oc_transport_send_annotated(struct oc_request *send, bool synchronous) {
    oc_annotation_take(send);
    oc_transport_send_unannotated(send, synchronous);
}
