#include "mpi/topology/check.h"
#include "mpi/topology/graph.h"

int PMPI_Graph_neighbors_count(MPI_Comm handle, int rank, int *count) {
    const struct oc_topology *topology;
    struct oc_communicator *comm = oc_enter_comm("MPI_Graph_neighbors_count", handle);
    if (!comm)
        return MPI_ERR_COMM;
    int error = oc_check_topology(comm, MPI_GRAPH, &topology);
    if (error || (error = oc_check_rank(comm, rank)) || (error = oc_check_result(comm, count)))
        return error;
    *count = oc_graph_degree(topology, rank);
    return MPI_SUCCESS;
}
