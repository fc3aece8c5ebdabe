/* Functions that fibres run: each calls a neighbourhood collective with its stored arguments. */
#ifndef MPI_COLLECTIVE_NEIGHBOR_NONBLOCKING_H
#define MPI_COLLECTIVE_NEIGHBOR_NONBLOCKING_H

#include "mpi/collective/nonblocking/operation.h"
#include "mpi/core/forms.h"

/* Do what oc_collective_start() and oc_collective_init() do, for neighbourhood collectives.
 * `gathers` says that one block goes to all neighbours. */
int oc_neighbor_start(const char *call, oc_operation_run *run, struct oc_arguments *arguments,
                      bool gathers, MPI_Request *handle);
int oc_neighbor_init(const char *call, oc_operation_run *run, struct oc_arguments *arguments,
                     bool gathers, MPI_Info info, MPI_Request *handle);

static inline int oc_run_neighbor_allgather(const struct oc_operation *operation) {
    const struct oc_arguments *of = &operation->arguments;
    return OC_SIZED(PMPI_Neighbor_allgather)(of->from.buffer, (oc_int)of->from.count, of->from.type,
                                             of->to.buffer, (oc_int)of->to.count, of->to.type,
                                             of->comm);
}

static inline int oc_run_neighbor_allgatherv(const struct oc_operation *operation) {
    const struct oc_arguments *of = &operation->arguments;
    return OC_SIZED(PMPI_Neighbor_allgatherv)(of->from.buffer, (oc_int)of->from.count,
                                              of->from.type, of->to.buffer, of->to.counts.first,
                                              of->to.displacements.first, of->to.type, of->comm);
}

static inline int oc_run_neighbor_alltoall(const struct oc_operation *operation) {
    const struct oc_arguments *of = &operation->arguments;
    return OC_SIZED(PMPI_Neighbor_alltoall)(of->from.buffer, (oc_int)of->from.count, of->from.type,
                                            of->to.buffer, (oc_int)of->to.count, of->to.type,
                                            of->comm);
}

static inline int oc_run_neighbor_alltoallv(const struct oc_operation *operation) {
    const struct oc_arguments *of = &operation->arguments;
    return OC_SIZED(PMPI_Neighbor_alltoallv)(
        of->from.buffer, of->from.counts.first, of->from.displacements.first, of->from.type,
        of->to.buffer, of->to.counts.first, of->to.displacements.first, of->to.type, of->comm);
}

static inline int oc_run_neighbor_alltoallw(const struct oc_operation *operation) {
    const struct oc_arguments *of = &operation->arguments;
    return OC_SIZED(PMPI_Neighbor_alltoallw)(
        of->from.buffer, of->from.counts.first, of->from.displacements.first, of->from.types,
        of->to.buffer, of->to.counts.first, of->to.displacements.first, of->to.types, of->comm);
}

#endif
