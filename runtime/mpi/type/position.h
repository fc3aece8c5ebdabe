/* Checks of packed buffers. */
#ifndef MPI_TYPE_POSITION_H
#define MPI_TYPE_POSITION_H

#include "mpi/type/check.h"

/* Checks that `bytes` bytes fit into a packed buffer of `size` bytes from `position` on. */
int oc_check_position(const struct oc_communicator *comm, const void *packed, MPI_Count size,
                      MPI_Count position, size_t bytes);

#endif
