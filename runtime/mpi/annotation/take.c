#include "mpi/annotation/take.h"

unsigned oc_annotates;
struct oc_annotated oc_annotated_by_table;

int oc_annotation_take_asked(struct oc_request *send) {
    return oc_annotation_of_send(send);
}
