#include "mpi/collective/collective.h"

int oc_reduce_cells(const struct oc_communicator *comm, const void *mine, void *result,
                    size_t count, size_t bytes, const struct oc_reduction *reduction, int root) {
    return oc_reduce_binomial(comm, mine, result, count, bytes, reduction, root);
}
