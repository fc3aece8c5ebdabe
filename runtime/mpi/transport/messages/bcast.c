#include "mpi/collective/choose.h"

int oc_bcast_cells(const struct oc_communicator *comm, void *data, size_t bytes, int root) {
    return oc_bcast_binomial(comm, data, bytes, root);
}

int oc_bcast_long(struct oc_communicator *comm, void *data, size_t bytes, int root) {
    return oc_bcast_binomial(comm, data, bytes, root);
}
