#include "mpi/topology/check.h"

static int check_ends(const struct oc_communicator *comm, int nodes, const int index[]) {
    for (int i = 0; i < nodes; i++)
        if (index[i] < (i ? index[i - 1] : 0))
            return oc_raise(comm, MPI_ERR_ARG,
                            "the edges of node # end at #, before they begin|ends that never fall",
                            i, index[i]);
    return MPI_SUCCESS;
}

int oc_check_graph(const struct oc_communicator *comm, int nodes, const int index[],
                   const int edges[]) {
    int error = oc_check_array(comm, nodes, index);
    if (error || !nodes)
        return error;
    if (nodes > comm->size)
        return oc_raise(comm, MPI_ERR_ARG, "the graph has # nodes|at most #", nodes, comm->size);
    if ((error = check_ends(comm, nodes, index)) ||
        (error = oc_check_array(comm, index[nodes - 1], edges)))
        return error;
    for (int i = 0; i < index[nodes - 1]; i++)
        if (edges[i] < 0 || edges[i] >= nodes)
            return oc_raise(comm, MPI_ERR_ARG, "an edge leads to node #|0 to #", edges[i],
                            nodes - 1);
    return MPI_SUCCESS;
}

int oc_check_edges(const struct oc_communicator *comm, int count, const int ranks[],
                   const int *weights) {
    int error = oc_check_array(comm, count, ranks);
    if (error || (weights != MPI_UNWEIGHTED && weights != MPI_WEIGHTS_EMPTY &&
                  (error = oc_check_array(comm, count, weights))))
        return error;
    if (count && weights == MPI_WEIGHTS_EMPTY)
        return oc_raise(comm, MPI_ERR_ARG,
                        "# edges have no weights|their weights, or MPI_UNWEIGHTED", count, 0);
    for (int i = 0; i < count; i++)
        if ((error = oc_check_rank(comm, ranks[i])))
            return error;
    return MPI_SUCCESS;
}
