#include <string.h>

#include "mpi/collective/collective.h"

int oc_scatter_linear(const struct oc_communicator *comm, const void *all, size_t bytes,
                      void *block, int root) {
    struct oc_collective call = {comm, OC_TAG_SCATTER, MPI_SUCCESS};
    if (comm->rank != root) {
        oc_coll_receive(&call, root, block, bytes);
        return call.error;
    }
    for (int rank = 0; rank < comm->size; rank++) {
        const char *from = (const char *)all + (size_t)rank * bytes;
        if (rank != root)
            oc_coll_send(&call, rank, from, bytes);
        else if (block)
            memcpy(block, from, bytes);
    }
    return call.error;
}
