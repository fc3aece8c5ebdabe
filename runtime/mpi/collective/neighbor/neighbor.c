#include "mpi/collective/neighbor/neighbor.h"

#include "mpi/error/check.h"
#include "mpi/error/raise.h"
#include "mpi/topology/neighbors.h"

int oc_check_has_neighbors(const struct oc_communicator *comm) {
    if (comm->topology)
        return MPI_SUCCESS;
    return oc_raise(comm, MPI_ERR_TOPOLOGY,
                    "communicator 0x$ has no topology|one of MPI_Cart_create or another "
                    "function that gives it neighbours",
                    (long)(intptr_t)comm->handle, 0);
}

int oc_neighbor(const struct oc_communicator *comm, const struct oc_rank_blocks *from,
                const struct oc_rank_blocks *to) {
    int unconnected = oc_check_has_neighbors(comm);
    if (unconnected)
        return unconnected;
    struct oc_neighbors neighbors = oc_neighbors_of(comm);
    int sources = neighbors.sources, destinations = neighbors.destinations, error;
    if ((error = oc_check_some_blocks(comm, from, destinations)) ||
        (error = oc_check_some_blocks(comm, to, sources)) ||
        (error = oc_check_distinct_blocks(comm, from, destinations, to, sources)))
        return error;
    return oc_finish_collective(comm, oc_neighbor_linear(comm, from, to));
}
