#include "mpi/collective/neighbor/nonblocking.h"

#include "mpi/collective/neighbor/neighbor.h"
#include "mpi/error/check.h"
#include "mpi/topology/neighbors.h"

/* Counts the blocks that are sent and received. On an error, raises it, frees the arguments and
 * returns the error class. */
static int count_blocks(const char *call, struct oc_arguments *arguments, bool gathers) {
    struct oc_communicator *comm = oc_enter_intra(call, arguments->comm);
    int error = comm ? oc_check_has_neighbors(comm) : MPI_ERR_COMM;
    if (error) {
        oc_arguments_give(arguments);
        return error;
    }
    arguments->neighbors = true;
    struct oc_neighbors neighbors = oc_neighbors_of(comm);
    arguments->destinations = gathers ? 1 : neighbors.destinations;
    arguments->sources = neighbors.sources;
    return MPI_SUCCESS;
}

int oc_neighbor_start(const char *call, oc_operation_run *run, struct oc_arguments *arguments,
                      bool gathers, MPI_Request *handle) {
    int error = count_blocks(call, arguments, gathers);
    return error ? error : oc_collective_start(call, run, arguments, handle);
}

int oc_neighbor_init(const char *call, oc_operation_run *run, struct oc_arguments *arguments,
                     bool gathers, MPI_Info info, MPI_Request *handle) {
    int error = count_blocks(call, arguments, gathers);
    return error ? error : oc_collective_init(call, run, arguments, info, handle);
}
