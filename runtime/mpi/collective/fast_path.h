/* The fast path of MPI_Bcast, MPI_Reduce, MPI_Allreduce and MPI_Allgather on MPI_COMM_WORLD. It
 * corresponds to the fast path of messages in error/plain.h. It handles elements of datatypes that
 * have a scale (core/datatype.h). Collectives of a few words use cells as soon as MPI_COMM_WORLD
 * has cells. On a fibre they also have to be the first in line (nonblocking/order.h). */
#ifndef MPI_COLLECTIVE_FAST_PATH_H
#define MPI_COLLECTIVE_FAST_PATH_H

#include "mpi/collective/cells.h"
#include "mpi/error/plain.h"

static inline bool oc_is_address(const void *buffer) {
    return (uintptr_t)buffer > (uintptr_t)MPI_IN_PLACE;
}

/* The largest number of elements that the fast path accepts. Their length in bytes always fits into
 * a word. */
#define OC_FAST_COUNT (1 << 24)

/* Returns the length of the data in bytes if buffer, count and datatype are valid. Returns 0 if the
 * caller must take the general path. */
static inline size_t oc_fast_bytes(MPI_Comm handle, const void *buffer, ptrdiff_t count,
                                   MPI_Datatype type) {
    if (__builtin_expect(handle != oc_process.world, false) || !oc_is_address(buffer) ||
        (size_t)count > OC_FAST_COUNT)
        return 0;
    return (size_t)count * oc_plain_extent(type);
}

static inline bool oc_fits_cells_of_world(size_t bytes) {
    const struct oc_barrier *barrier = oc_comm_world.barrier;
    return __builtin_expect(bytes <= OC_CELL_BYTES, true) && barrier &&
           __builtin_expect(barrier->cells != NULL, true);
}

/* Whether the last allgather by doubling on MPI_COMM_WORLD had blocks of `bytes` bytes. The next
 * one with this length then uses doubling, too. */
static inline bool oc_doubles_on_world(size_t bytes) {
    const struct oc_barrier *barrier = oc_comm_world.barrier;
    return barrier && barrier->cells && barrier->cells->doubled == bytes;
}

static inline bool oc_is_root_of_world(int root) {
    return (unsigned)root < (unsigned)oc_comm_world.size;
}

/* Raises the error, if there is one, which is rare. */
static inline int oc_finish_fast(int error) {
    return __builtin_expect(error, 0) ? oc_finish_collective(&oc_comm_world, error) : MPI_SUCCESS;
}

#endif
