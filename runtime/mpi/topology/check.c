#include "mpi/topology/check.h"

int oc_check_topology(const struct oc_communicator *comm, int kind,
                      const struct oc_topology **topology) {
    *topology = comm->topology;
    if (*topology && (*topology)->kind == kind)
        return MPI_SUCCESS;
    return oc_raise(comm, MPI_ERR_TOPOLOGY, "communicator 0x$ has no such topology|one of kind #",
                    (long)(intptr_t)comm->handle, kind);
}

int oc_check_rank(const struct oc_communicator *comm, int rank) {
    if (rank >= 0 && rank < comm->size)
        return MPI_SUCCESS;
    return oc_raise(comm, MPI_ERR_RANK, "rank # is out of range|0 to #", rank, comm->size - 1);
}

int oc_check_room(const struct oc_communicator *comm, int room, const int array[], int needed) {
    if (room >= needed)
        return needed ? oc_check_result(comm, array) : MPI_SUCCESS;
    return oc_raise(comm, MPI_ERR_ARG, "the array has # integers|#", room, needed);
}

int oc_check_array(const struct oc_communicator *comm, int count, const int array[]) {
    if (count < 0)
        return oc_raise(comm, MPI_ERR_ARG, "the number of elements is #|0 or more", count, 0);
    if (count && !array)
        return oc_raise(comm, MPI_ERR_ARG, "an array of # elements is null|an address", count, 0);
    return MPI_SUCCESS;
}
