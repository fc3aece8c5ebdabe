#include <string.h>

#include "mpi/topology/check.h"
#include "mpi/topology/graph.h"

int PMPI_Graph_get(MPI_Comm handle, int maxindex, int maxedges, int index[], int edges[]) {
    const struct oc_topology *topology;
    struct oc_communicator *comm = oc_enter_comm("MPI_Graph_get", handle);
    if (!comm)
        return MPI_ERR_COMM;
    int error = oc_check_topology(comm, MPI_GRAPH, &topology);
    if (error || (error = oc_check_room(comm, maxindex, index, topology->graph.nodes)) ||
        (error = oc_check_room(comm, maxedges, edges, oc_graph_edges(topology))))
        return error;
    memcpy(index, topology->graph.index, (size_t)topology->graph.nodes * sizeof *index);
    for (int i = 0; i < oc_graph_edges(topology); i++)
        edges[i] = topology->graph.edges[i];
    return MPI_SUCCESS;
}
