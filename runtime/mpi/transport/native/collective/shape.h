/* Where the ranks of a communicator are on the chip, for the model of collectives (cost.h). All
 * ranks find the same shape. */
#ifndef MPI_TRANSPORT_NATIVE_COLLECTIVE_SHAPE_H
#define MPI_TRANSPORT_NATIVE_COLLECTIVE_SHAPE_H

#include "mpi/collective/barrier.h"

void oc_shape_find(struct oc_shape *shape, const struct oc_communicator *comm);

/* Where the ranks of a communicator that has a barrier are. */
static inline const struct oc_shape *oc_shape_known(const struct oc_communicator *comm) {
    struct oc_shape *shape = &comm->barrier->shape;
    if (__builtin_expect(!shape->ranks, false))
        oc_shape_find(shape, comm);
    return shape;
}

/* Makes the communicator's barrier if there is none yet. */
static inline const struct oc_shape *oc_shape_of(struct oc_communicator *comm) {
    if (!comm->barrier)
        oc_barrier_of(comm);
    return oc_shape_known(comm);
}

#endif
