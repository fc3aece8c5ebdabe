#include "mpi/collective/collective.h"

int oc_bcast_binomial(const struct oc_communicator *comm, void *data, size_t bytes, int root) {
    int size = comm->size;
    int relative = (comm->rank - root + size) % size;
    int bit = 1;
    while (bit < size && !(relative & bit))
        bit *= 2;
    if (relative) {
        int parent = (relative - bit + root) % size;
        int error = oc_coll_receive(comm, parent, OC_TAG_BCAST, data, bytes);
        if (error)
            return error;
    }
    /* The largest subtree first. */
    while ((bit /= 2)) {
        if (relative + bit >= size)
            continue;
        int error = oc_coll_send(comm, (relative + bit + root) % size, OC_TAG_BCAST, data, bytes);
        if (error)
            return error;
    }
    return MPI_SUCCESS;
}
