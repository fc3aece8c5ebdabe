#include "mpi/topology/check.h"
#include "mpi/topology/graph.h"

int PMPI_Graphdims_get(MPI_Comm handle, int *nodes, int *edges) {
    const struct oc_topology *topology;
    struct oc_communicator *comm = oc_enter_comm("MPI_Graphdims_get", handle);
    if (!comm)
        return MPI_ERR_COMM;
    int error = oc_check_topology(comm, MPI_GRAPH, &topology);
    if (error || (error = oc_check_result(comm, nodes)) || (error = oc_check_result(comm, edges)))
        return error;
    *nodes = topology->graph.nodes;
    *edges = oc_graph_edges(topology);
    return MPI_SUCCESS;
}
