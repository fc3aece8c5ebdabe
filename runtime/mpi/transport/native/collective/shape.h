/* Where the ranks of a communicator are on the chip, for the model of collectives (cost.h). All
 * ranks find the same shape. */
#ifndef MPI_TRANSPORT_NATIVE_COLLECTIVE_SHAPE_H
#define MPI_TRANSPORT_NATIVE_COLLECTIVE_SHAPE_H

#include "mpi/collective/barrier.h"

void oc_shape_find(struct oc_shape *shape, const struct oc_communicator *comm);

/* Returns the shape of a communicator that already has a barrier. */
static inline const struct oc_shape *oc_shape_known(const struct oc_communicator *comm) {
    struct oc_shape *shape = &comm->barrier->shape;
    if (__builtin_expect(!shape->ranks, false))
        oc_shape_find(shape, comm);
    return shape;
}

/* Returns the shape of a communicator, after making its barrier if it has none yet. */
static inline const struct oc_shape *oc_shape_of(struct oc_communicator *comm) {
    if (!comm->barrier)
        oc_barrier_of(comm);
    return oc_shape_known(comm);
}

#endif
