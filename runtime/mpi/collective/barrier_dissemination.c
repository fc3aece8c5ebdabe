#include "mpi/collective/collective.h"

int oc_barrier_dissemination(const struct oc_communicator *comm) {
    struct oc_collective call = {comm, OC_TAG_BARRIER, MPI_SUCCESS};
    for (int distance = 1; distance < comm->size; distance *= 2) {
        int to = oc_rank_round(comm->rank + distance, comm->size);
        int from = oc_rank_round(comm->rank - distance, comm->size);
        oc_coll_exchange(&call, to, NULL, from, NULL, 0);
    }
    return call.error;
}
