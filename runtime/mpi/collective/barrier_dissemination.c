#include "mpi/collective/collective.h"

int oc_barrier_dissemination(const struct oc_communicator *comm) {
    for (int distance = 1; distance < comm->size; distance *= 2) {
        int to = (comm->rank + distance) % comm->size;
        int from = (comm->rank - distance + comm->size) % comm->size;
        int error = oc_coll_exchange(comm, OC_TAG_BARRIER, to, NULL, from, NULL, 0);
        if (error)
            return error;
    }
    return MPI_SUCCESS;
}
