#include "mpi/info/check.h"
#include "mpi/topology/check.h"
#include "mpi/topology/dist_graph.h"
#include "mpi/topology/make.h"

/* Ranks are not reordered, even if the program allows it. */
int PMPI_Dist_graph_create(MPI_Comm handle, int n, const int sources[], const int degrees[],
                           const int destinations[], const int *weights, MPI_Info info, int reorder,
                           MPI_Comm *newcomm) {
    (void)reorder;
    struct oc_info *hints;
    int edges = 0;
    struct oc_communicator *comm = oc_enter_comm("MPI_Dist_graph_create", handle);
    if (!comm)
        return MPI_ERR_COMM;
    int error = oc_check_intra(comm);
    if (error || (error = oc_check_info_or_null(comm, info, &hints)) ||
        (error = oc_check_edges(comm, n, sources, MPI_UNWEIGHTED)) ||
        (error = oc_check_array(comm, n, degrees)))
        return error;
    for (int i = 0; i < n; i++) {
        if ((error = oc_check_array(comm, degrees[i], destinations)))
            return error;
        edges += degrees[i];
    }
    if ((error = oc_check_edges(comm, edges, destinations, weights)) ||
        (error = oc_check_result(comm, newcomm)))
        return error;
    struct oc_edge_lists lists = {n, sources, degrees, destinations, weights};
    return oc_make_topology(comm, oc_dist_graph_collect(comm, &lists), comm->size, NULL, NULL,
                            newcomm);
}
