#include <string.h>

#include "mpi/topology/check.h"

static int smaller(int one, int other) {
    return one < other ? one : other;
}

/* Copies `count` values, unless there is no array to copy to. */
static void copy(int *to, const int *from, int count) {
    if (to && to != MPI_UNWEIGHTED && to != MPI_WEIGHTS_EMPTY && count)
        memcpy(to, from, (size_t)count * sizeof *to);
}

/* Copies as many neighbours as the arrays have room for. If the graph has weights, copies them, too
 * (MPI 4.1, section 8.5.5). */
int PMPI_Dist_graph_neighbors(MPI_Comm handle, int maxindegree, int sources[], int *sourceweights,
                              int maxoutdegree, int destinations[], int *destweights) {
    const struct oc_topology *topology;
    struct oc_communicator *comm = oc_enter_comm("MPI_Dist_graph_neighbors", handle);
    if (!comm)
        return MPI_ERR_COMM;
    int error = oc_check_topology(comm, MPI_DIST_GRAPH, &topology);
    if (error || (error = oc_check_array(comm, maxindegree, sources)) ||
        (error = oc_check_array(comm, maxoutdegree, destinations)))
        return error;
    int in = smaller(maxindegree, topology->dist.indegree);
    int out = smaller(maxoutdegree, topology->dist.outdegree);
    copy(sources, topology->dist.sources, in);
    copy(destinations, topology->dist.destinations, out);
    if (topology->dist.weighted) {
        copy(sourceweights, topology->dist.source_weights, in);
        copy(destweights, topology->dist.destination_weights, out);
    }
    return MPI_SUCCESS;
}
