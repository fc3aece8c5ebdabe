#include "mpi/info/check.h"
#include "mpi/topology/check.h"
#include "mpi/topology/dist_graph.h"
#include "mpi/topology/make.h"

/* Ranks are not reordered, even if the program allows it. */
int PMPI_Dist_graph_create_adjacent(MPI_Comm handle, int indegree, const int sources[],
                                    const int *sourceweights, int outdegree,
                                    const int destinations[], const int *destweights, MPI_Info info,
                                    int reorder, MPI_Comm *newcomm) {
    (void)reorder;
    struct oc_info *hints;
    struct oc_communicator *comm = oc_enter_comm("MPI_Dist_graph_create_adjacent", handle);
    if (!comm)
        return MPI_ERR_COMM;
    int error = oc_check_intra(comm);
    if (error || (error = oc_check_info_or_null(comm, info, &hints)) ||
        (error = oc_check_edges(comm, indegree, sources, sourceweights)) ||
        (error = oc_check_edges(comm, outdegree, destinations, destweights)) ||
        (error = oc_check_result(comm, newcomm)))
        return error;
    if ((sourceweights == MPI_UNWEIGHTED) != (destweights == MPI_UNWEIGHTED))
        return oc_raise(
            comm, MPI_ERR_ARG,
            "only one array of weights is MPI_UNWEIGHTED|both, or MPI_WEIGHTS_EMPTY for no edges",
            0, 0);
    bool weighted = sourceweights != MPI_UNWEIGHTED;
    struct oc_topology *topology = oc_dist_graph_new(indegree, outdegree, weighted);
    for (int i = 0; topology && i < indegree; i++) {
        topology->dist.sources[i] = sources[i];
        topology->dist.source_weights[i] = weighted ? sourceweights[i] : 1;
    }
    for (int i = 0; topology && i < outdegree; i++) {
        topology->dist.destinations[i] = destinations[i];
        topology->dist.destination_weights[i] = weighted ? destweights[i] : 1;
    }
    return oc_make_topology(comm, topology, comm->size, NULL, NULL, newcomm);
}
