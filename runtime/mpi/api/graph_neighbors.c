#include "mpi/topology/check.h"
#include "mpi/topology/graph.h"

int PMPI_Graph_neighbors(MPI_Comm handle, int rank, int maxneighbors, int neighbors[]) {
    const struct oc_topology *topology;
    struct oc_communicator *comm = oc_enter_comm("MPI_Graph_neighbors", handle);
    if (!comm)
        return MPI_ERR_COMM;
    int error = oc_check_topology(comm, MPI_GRAPH, &topology);
    if (error || (error = oc_check_rank(comm, rank)) ||
        (error = oc_check_room(comm, maxneighbors, neighbors, oc_graph_degree(topology, rank))))
        return error;
    for (int i = 0; i < oc_graph_degree(topology, rank); i++)
        neighbors[i] = oc_graph_neighbors(topology, rank)[i];
    return MPI_SUCCESS;
}
