#include "mpi/annotation/annotation.h"
#include "mpi/annotation/communicator.h"

int oc_annotation_take(struct oc_request *send) {
    unsigned annotation = oc_annotation_of_tag(send->tag);
    send->tag &= OC_TAG_UB;
    return annotation ? (int)annotation : oc_annotation_of(send->comm);
}
