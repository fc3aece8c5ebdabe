#include "mpi/collective/collective.h"

int oc_bcast_binomial(const struct oc_communicator *comm, void *data, size_t bytes, int root) {
    struct oc_collective call = {comm, OC_TAG_BCAST, MPI_SUCCESS};
    int size = comm->size;
    int relative = oc_rank_round(comm->rank - root, size);
    int bit = 1;
    while (bit < size && !(relative & bit))
        bit *= 2;
    if (relative)
        oc_coll_receive(&call, oc_rank_round(relative - bit + root, size), data, bytes);
    /* Send to the largest subtree first. */
    while ((bit /= 2))
        if (relative + bit < size)
            oc_coll_send(&call, oc_rank_round(relative + bit + root, size), data, bytes);
    return call.error;
}
