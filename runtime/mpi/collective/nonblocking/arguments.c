#include "mpi/collective/nonblocking/arguments.h"

void oc_side(struct oc_side *side, const void *buffer, MPI_Count count, MPI_Datatype type) {
    oc_side_set(side, buffer, count, type);
}

void oc_side_v(struct oc_side *side, const void *buffer, struct oc_list counts,
               struct oc_list displacements, MPI_Datatype type) {
    oc_side(side, buffer, 0, type);
    side->many = true;
    side->counts = counts;
    side->displacements = displacements;
}

void oc_side_w(struct oc_side *side, const void *buffer, struct oc_list counts,
               struct oc_list displacements, const MPI_Datatype *types) {
    oc_side_v(side, buffer, counts, displacements, NULL);
    side->types = types;
}
