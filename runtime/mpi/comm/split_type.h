/* Splitting a communicator by where its processes are. */
#ifndef MPI_COMM_SPLIT_TYPE_H
#define MPI_COMM_SPLIT_TYPE_H

#include "mpi/comm/construct.h"
#include "mpi/info/info.h"

/* Called by all of `comm`, with a kind of split that exists, or MPI_UNDEFINED. Processes share
 * memory if they are in one tile, which is also the only kind of hardware below the chip that the
 * other kinds can name: by the key "mpi_hw_resource_type", with the value "tile" or
 * "mpi_shared_memory", which MPI_COMM_TYPE_HW_UNGUIDED sets in the hints if it splits. Gives an
 * error class. */
int oc_split_type(const struct oc_communicator *comm, int type, int key, struct oc_info *hints,
                  struct oc_communicator **made);

#endif
