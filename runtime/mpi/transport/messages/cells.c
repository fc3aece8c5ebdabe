/* Collectives go over messages, as published: no communicator has cells, and what this folder puts
 * in the place of operations on cells is never called. */
#include "mpi/collective/cells.h"

struct oc_cells *oc_cells_prepare(struct oc_communicator *comm) {
    (void)comm;
    return NULL;
}
