/* Splits a communicator by the location of its processes. */
#ifndef MPI_COMM_SPLIT_TYPE_H
#define MPI_COMM_SPLIT_TYPE_H

#include "mpi/comm/construct.h"
#include "mpi/info/info.h"

/* Splits a communicator; all ranks of `comm` must call this function. `type` is a valid kind of
 * split or MPI_UNDEFINED. Processes share memory if they are in one tile. The tile is also the only
 * hardware resource below the chip. For the guided kinds of split, the hint "mpi_hw_resource_type"
 * has one of the values "tile", "onchip://tile" and "mpi_shared_memory", which all mean the tile.
 * MPI_COMM_TYPE_HW_UNGUIDED sets this hint if it splits. Returns an error class. */
int oc_split_type(const struct oc_communicator *comm, int type, int key, struct oc_info *hints,
                  struct oc_communicator **made);

#endif
