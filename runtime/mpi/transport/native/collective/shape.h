/* Where the ranks of a communicator are on the chip, for the model of collectives (cost.h). All
 * ranks find the same shape. */
#ifndef MPI_TRANSPORT_NATIVE_COLLECTIVE_SHAPE_H
#define MPI_TRANSPORT_NATIVE_COLLECTIVE_SHAPE_H

#include "mpi/collective/barrier.h"

void oc_shape_find(struct oc_shape *shape, const struct oc_communicator *comm);

/* Converts a place in the walk through all ranks to a rank, or a rank to a place. */
int oc_shape_turned(const struct oc_shape *shape, int place);

/* Goes on to the next rank; the first one follows the last one. */
static inline void oc_walk_on(struct oc_walk *walk, const struct oc_shape *shape) {
    if (walk->left--) {
        walk->rank += walk->step;
        return;
    }
    walk->rank += shape->row;
    walk->step = -walk->step;
    walk->left = shape->row - 1;
    if (walk->rank >= shape->ranks) {
        walk->rank = 0;
        walk->step = 1;
    }
}

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
