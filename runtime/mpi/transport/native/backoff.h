/* How long a sender waits for a receiver whose inbox is full. */
#ifndef MPI_TRANSPORT_NATIVE_BACKOFF_H
#define MPI_TRANSPORT_NATIVE_BACKOFF_H

#include "mpi/transport/native/native.h"

/* The number of cycles that a sender sleeps before it tries again. A receiver handles about a
 * quarter of a full inbox in this time. */
#define OC_BACKOFF_CYCLES 2048

/* Returns the cycle until which a sender sleeps. If the receiver has ended, it never empties its
 * inbox. The sender then sleeps without a deadline, so that the deadlock is detected and
 * reported. */
static inline uint64_t oc_native_backoff_end(int world) {
    return hal_has_ended(world) ? HAL_NEVER : hal_cycles() + OC_BACKOFF_CYCLES;
}

#endif
