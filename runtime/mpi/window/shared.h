/* Memory that the processes of a tile share (MPI 4.1, section 12.2.3). Rank 0 allocates one
 * contiguous range, in which the parts of the ranks follow each other. */
#ifndef MPI_WINDOW_SHARED_H
#define MPI_WINDOW_SHARED_H

#include "mpi/info/info.h"
#include "mpi/window/window.h"

/* Checks that all processes of a communicator are in one tile; the error is MPI_ERR_RMA_SHARED. */
int oc_check_tile(const struct oc_communicator *comm);

/* Allocates shared memory; all ranks of `comm` must call this function. Sets *base to this rank's
 * `size` bytes and, at rank 0, *memory to the memory that must be freed. Returns an error class,
 * which is the same at all ranks. */
int oc_shared_allocate(const struct oc_communicator *comm, size_t size, void **base, void **memory);

/* Ends the sharing of memory, before the memory is freed. */
void oc_shared_close(void *memory);

#endif
