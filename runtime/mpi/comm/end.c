#include <stdlib.h>

#include "mpi/collective/barrier.h"
#include "mpi/comm/contexts.h"
#include "mpi/comm/groups.h"
#include "mpi/comm/list.h"
#include "mpi/comm/making.h"
#include "mpi/error/errhandler.h"
#include "mpi/info/info.h"
#include "mpi/topology/topology.h"

/* Programs without barriers do not link it. */
extern __typeof__(oc_barrier_free) oc_barrier_free __attribute__((weak));

void oc_communicator_free(struct oc_communicator *comm) {
    if (comm->barrier)
        oc_barrier_free(comm);
    oc_communicator_delist(comm);
    if (comm->local)
        oc_communicator_free(comm->local);
    oc_group_release(oc_peers_of(comm));
    oc_context_free(comm->context);
    oc_errhandler_release(comm->errhandler);
    if (comm->topology)
        oc_topology_release(comm->topology);
    if (comm->hints)
        oc_info_free(comm->hints);
    free(comm->name);
    free(comm);
}
