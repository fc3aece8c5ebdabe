/* Memory that the processes of a tile share (MPI 4.1, section 12.2.3). It is one piece, which rank
 * 0 allocates; the parts of the ranks follow each other in it. */
#ifndef MPI_WINDOW_SHARED_H
#define MPI_WINDOW_SHARED_H

#include "mpi/info/info.h"
#include "mpi/window/window.h"

/* Checks that all processes of a communicator are in one tile; the error is MPI_ERR_RMA_SHARED. */
int oc_check_tile(const struct oc_communicator *comm);

/* All ranks of `comm` call this function. Finds this rank's `size` bytes and, at rank 0, the memory
 * to be freed. Returns an error class, which is the same at all ranks. */
int oc_shared_allocate(const struct oc_communicator *comm, size_t size, void **base, void **memory);

/* Closes shared memory before it is freed. */
void oc_shared_close(void *memory);

#endif
