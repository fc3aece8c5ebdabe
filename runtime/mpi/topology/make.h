/* Communicators with a topology. All of `comm`, an intracommunicator, call these; errors are raised
 * there. */
#ifndef MPI_TOPOLOGY_MAKE_H
#define MPI_TOPOLOGY_MAKE_H

#include "mpi/comm/topology.h"

/* A communicator of those first `nodes` ranks of `comm`, or of fewer, that `keeps` says yes to
 * (null: all), in their order; it gets the topology. For others, MPI_COMM_NULL. The caller's
 * reference to the topology (null: there was no memory for it) is taken. */
int oc_make_topology(const struct oc_communicator *comm, struct oc_topology *topology, int nodes,
                     bool (*keeps)(const void *what, int rank), const void *what, MPI_Comm *handle);

#endif
