#include "mpi/topology/check.h"
#include "mpi/topology/graph.h"
#include "mpi/topology/make.h"

/* Ranks are not reordered, even if the program allows it. */
int PMPI_Graph_create(MPI_Comm handle, int nodes, const int index[], const int edges[], int reorder,
                      MPI_Comm *newcomm) {
    (void)reorder;
    struct oc_communicator *comm = oc_enter_comm("MPI_Graph_create", handle);
    if (!comm)
        return MPI_ERR_COMM;
    int error = oc_check_intra(comm);
    if (error || (error = oc_check_graph(comm, nodes, index, edges)) ||
        (error = oc_check_result(comm, newcomm)))
        return error;
    if (!nodes) {
        *newcomm = MPI_COMM_NULL;
        return MPI_SUCCESS;
    }
    return oc_make_topology(comm, oc_graph_new(nodes, index, edges), nodes, NULL, NULL, newcomm);
}
