#include "mpi/annotation/take.h"

unsigned oc_annotates;

int oc_annotation_take_asked(struct oc_request *send) {
    return oc_annotation_of_send(send);
}
