#include <string.h>

#include "mpi/collective/collective.h"

int oc_gather_linear(const struct oc_communicator *comm, const void *block, size_t bytes, void *all,
                     int root) {
    if (comm->rank != root)
        return oc_coll_send(comm, root, OC_TAG_GATHER, block, bytes);
    for (int rank = 0; rank < comm->size; rank++) {
        char *place = (char *)all + (size_t)rank * bytes;
        if (rank == root) {
            if (block)
                memcpy(place, block, bytes);
            continue;
        }
        int error = oc_coll_receive(comm, rank, OC_TAG_GATHER, place, bytes);
        if (error)
            return error;
    }
    return MPI_SUCCESS;
}
