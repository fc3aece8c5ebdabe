#include "mpi/collective/choose.h"
#include "mpi/collective/inter/functions.h"
#include "mpi/error/check.h"

/* First this process' group arrives at its leader; then the leaders exchange a message; then each
 * leader releases its group. */
int oc_inter_barrier(const struct oc_communicator *comm) {
    struct oc_collective call = {comm, OC_TAG_BARRIER, MPI_SUCCESS};
    oc_coll_keep_error(&call, oc_barrier(comm->local));
    if (comm->rank == 0)
        oc_coll_exchange(&call, 0, NULL, 0, NULL, 0);
    oc_coll_keep_error(&call, oc_barrier(comm->local));
    return oc_finish_collective(comm, call.error);
}
