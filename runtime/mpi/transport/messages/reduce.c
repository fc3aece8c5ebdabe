#include "mpi/collective/choose.h"

int oc_reduce_cells(const struct oc_communicator *comm, const void *mine, void *result,
                    size_t count, size_t bytes, const struct oc_reduction *reduction, int root) {
    return oc_reduce_binomial(comm, mine, result, count, bytes, reduction, root);
}

int oc_reduce_long(struct oc_communicator *comm, const void *mine, void *result, size_t count,
                   size_t bytes, const struct oc_reduction *reduction, int root) {
    return oc_reduce_by_messages(comm, mine, result, count, bytes, reduction, root);
}
