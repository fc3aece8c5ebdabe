/* Makes communicators with a topology. All ranks of `comm`, an intracommunicator, call this; errors
 * are raised on `comm`. */
#ifndef MPI_TOPOLOGY_MAKE_H
#define MPI_TOPOLOGY_MAKE_H

#include "mpi/comm/topology.h"

/* Makes a communicator of the first `nodes` ranks of `comm`, or only of those for which `keeps`
 * returns true (null: all), in their order, and gives it the topology. Other ranks get
 * MPI_COMM_NULL. Takes the caller's reference to the topology (null: there was no memory for
 * it). */
int oc_make_topology(const struct oc_communicator *comm, struct oc_topology *topology, int nodes,
                     bool (*keeps)(const void *what, int rank), const void *what, MPI_Comm *handle);

#endif
