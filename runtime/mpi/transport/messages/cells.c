/* In the published transports, collectives use messages, as published. Their communicators have no
 * cells (words in the shared blocks), so oc_scan_cells() and the other functions for cells, which
 * this file replaces, are never called. */
#include "mpi/collective/cells.h"

struct oc_cells *oc_cells_prepare(struct oc_communicator *comm) {
    (void)comm;
    return NULL;
}

int oc_scan_cells(const struct oc_communicator *comm, const void *mine, void *result, size_t count,
                  size_t bytes, const struct oc_reduction *reduction, bool exclusive) {
    return oc_scan_doubling(comm, mine, result, count, bytes, reduction, exclusive);
}
