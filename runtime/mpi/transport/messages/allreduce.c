#include "mpi/collective/choose.h"

int oc_allreduce_cells(const struct oc_communicator *comm, const void *mine, void *result,
                       size_t count, size_t bytes, const struct oc_reduction *reduction) {
    return oc_allreduce_doubling(comm, mine, result, count, bytes, reduction);
}

int oc_allreduce_long(struct oc_communicator *comm, const void *mine, void *result, size_t count,
                      size_t bytes, const struct oc_reduction *reduction) {
    return oc_allreduce_by_messages(comm, mine, result, count, bytes, reduction);
}
