#include <string.h>

#include "mpi/collective/collective.h"

int oc_gather_linear(const struct oc_communicator *comm, const void *block, size_t bytes, void *all,
                     int root) {
    struct oc_collective call = {comm, OC_TAG_GATHER, MPI_SUCCESS};
    if (comm->rank != root) {
        oc_coll_send(&call, root, block, bytes);
        return call.error;
    }
    for (int rank = 0; rank < comm->size; rank++) {
        char *to = (char *)all + (size_t)rank * bytes;
        if (rank != root)
            oc_coll_receive(&call, rank, to, bytes);
        else if (block)
            memcpy(to, block, bytes);
    }
    return call.error;
}
