/* In the published transports, collectives use messages, as published. Communicators have no cells,
 * so these substitutes for operations on cells are never called. */
#include "mpi/collective/cells.h"

struct oc_cells *oc_cells_prepare(struct oc_communicator *comm) {
    (void)comm;
    return NULL;
}
