#include "mpi/topology/check.h"

int PMPI_Dist_graph_neighbors_count(MPI_Comm handle, int *indegree, int *outdegree, int *weighted) {
    const struct oc_topology *topology;
    struct oc_communicator *comm = oc_enter_comm("MPI_Dist_graph_neighbors_count", handle);
    if (!comm)
        return MPI_ERR_COMM;
    int error = oc_check_topology(comm, MPI_DIST_GRAPH, &topology);
    if (error || (error = oc_check_result(comm, indegree)) ||
        (error = oc_check_result(comm, outdegree)) || (error = oc_check_result(comm, weighted)))
        return error;
    *indegree = topology->dist.indegree;
    *outdegree = topology->dist.outdegree;
    *weighted = topology->dist.weighted;
    return MPI_SUCCESS;
}
