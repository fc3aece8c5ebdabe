/* A receiver whose inbox is full. */
#ifndef MPI_TRANSPORT_NATIVE_ROOM_H
#define MPI_TRANSPORT_NATIVE_ROOM_H

#include "mpi/transport/native/native.h"

/* How long to sleep before trying again, in cycles: about what a receiver needs for a quarter of a
 * full inbox. */
#define OC_ROOM_PAUSE 2048

/* A receiver that has ended takes nothing out: then there is nothing to try, and whoever sees this
 * process asleep without a deadline can tell why. */
static inline uint64_t oc_native_try_again_at(int world) {
    return hal_has_ended(world) ? HAL_NEVER : hal_cycles() + OC_ROOM_PAUSE;
}

#endif
