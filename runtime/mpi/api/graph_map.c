#include "mpi/topology/check.h"
#include "mpi/topology/graph.h"

int PMPI_Graph_map(MPI_Comm handle, int nodes, const int index[], const int edges[], int *newrank) {
    struct oc_communicator *comm = oc_enter_comm("MPI_Graph_map", handle);
    if (!comm)
        return MPI_ERR_COMM;
    int error = oc_check_intra(comm);
    if (error || (error = oc_check_graph(comm, nodes, index, edges)) ||
        (error = oc_check_result(comm, newrank)))
        return error;
    *newrank = comm->rank < nodes ? comm->rank : MPI_UNDEFINED;
    return MPI_SUCCESS;
}
