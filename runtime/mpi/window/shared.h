/* Memory that the processes of a tile share (MPI 4.1, section 12.2.3): one piece, of which each
 * rank's part follows that of the rank before it. Rank 0 allocates it. */
#ifndef MPI_WINDOW_SHARED_H
#define MPI_WINDOW_SHARED_H

#include "mpi/info/info.h"
#include "mpi/window/window.h"

/* That all processes of a communicator are in one tile; MPI_ERR_RMA_SHARED. */
int oc_check_tile(const struct oc_communicator *comm);

/* Called by all of `comm`; gives where this rank's `size` bytes are, and, at rank 0, the memory to
 * be freed. Gives an error class, the same everywhere. */
int oc_shared_allocate(const struct oc_communicator *comm, size_t size, void **base, void **memory);

/* Closes memory that was shared, before it is freed. */
void oc_shared_close(void *memory);

#endif
