#include <string.h>

#include "mpi/collective/collective.h"

int oc_scatter_linear(const struct oc_communicator *comm, const void *all, size_t bytes,
                      void *block, int root) {
    if (comm->rank != root)
        return oc_coll_receive(comm, root, OC_TAG_SCATTER, block, bytes);
    for (int rank = 0; rank < comm->size; rank++) {
        const char *place = (const char *)all + (size_t)rank * bytes;
        if (rank == root) {
            if (block)
                memcpy(block, place, bytes);
            continue;
        }
        int error = oc_coll_send(comm, rank, OC_TAG_SCATTER, place, bytes);
        if (error)
            return error;
    }
    return MPI_SUCCESS;
}
