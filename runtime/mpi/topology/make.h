/* Makes communicators with a topology. All ranks of the intracommunicator `comm` must call these
 * functions. Errors are raised on `comm`. */
#ifndef MPI_TOPOLOGY_MAKE_H
#define MPI_TOPOLOGY_MAKE_H

#include "mpi/comm/topology.h"

/* Makes a communicator with a topology. Its members are the first `nodes` ranks of `comm`, in their
 * order, or only those for which keeps() is true, if `keeps` is not null. Other ranks get
 * MPI_COMM_NULL. The communicator owns the caller's reference to the topology, which is null if
 * there was no memory. */
int oc_make_topology(const struct oc_communicator *comm, struct oc_topology *topology, int nodes,
                     bool (*keeps)(const void *what, int rank), const void *what, MPI_Comm *handle);

#endif
