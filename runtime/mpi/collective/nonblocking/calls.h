/* Functions that fibres run: each calls a collective with its stored arguments. */
#ifndef MPI_COLLECTIVE_NONBLOCKING_CALLS_H
#define MPI_COLLECTIVE_NONBLOCKING_CALLS_H

#include "hal/store.h"
#include "mpi/collective/nonblocking/operation.h"
#include "mpi/collective/nonblocking/order.h"
#include "mpi/core/forms.h"
#include "mpi/error/plain.h"

/* A function in a file of its own, because MPI_Barrier has a fast path that a fibre must not
 * take. */
int oc_run_barrier(const struct oc_operation *operation);

/* Makes a collective of few bytes wait for its turn to use cells (order.h) before it runs, so that
 * it takes the fast path (fast_path.h). `most` is the largest length in bytes. */
static inline void oc_run_in_line(const struct oc_operation *operation, size_t most) {
    const struct oc_side *to = &operation->arguments.to;
    size_t extent = oc_plain_extent(to->type);
    if (extent && (uint64_t)to->count <= most && (size_t)to->count * extent <= most)
        oc_order_enter(operation->order->comm);
}

/* The largest block length in bytes for which an allgather always waits for its turn. Few
 * allgathers of such blocks use messages. */
#define OC_ALLGATHER_IN_LINE 1024

static inline int oc_run_bcast(const struct oc_operation *operation) {
    const struct oc_arguments *of = &operation->arguments;
    oc_run_in_line(operation, OC_CELL_BYTES);
    return OC_SIZED(PMPI_Bcast)(of->to.buffer, (oc_int)of->to.count, of->to.type, of->root,
                                of->comm);
}

static inline int oc_run_gather(const struct oc_operation *operation) {
    const struct oc_arguments *of = &operation->arguments;
    return OC_SIZED(PMPI_Gather)(of->from.buffer, (oc_int)of->from.count, of->from.type,
                                 of->to.buffer, (oc_int)of->to.count, of->to.type, of->root,
                                 of->comm);
}

static inline int oc_run_scatter(const struct oc_operation *operation) {
    const struct oc_arguments *of = &operation->arguments;
    return OC_SIZED(PMPI_Scatter)(of->from.buffer, (oc_int)of->from.count, of->from.type,
                                  of->to.buffer, (oc_int)of->to.count, of->to.type, of->root,
                                  of->comm);
}

static inline int oc_run_allgather(const struct oc_operation *operation) {
    const struct oc_arguments *of = &operation->arguments;
    if (hal_is_direct())
        oc_run_in_line(operation, OC_ALLGATHER_IN_LINE);
    return OC_SIZED(PMPI_Allgather)(of->from.buffer, (oc_int)of->from.count, of->from.type,
                                    of->to.buffer, (oc_int)of->to.count, of->to.type, of->comm);
}

static inline int oc_run_alltoall(const struct oc_operation *operation) {
    const struct oc_arguments *of = &operation->arguments;
    return OC_SIZED(PMPI_Alltoall)(of->from.buffer, (oc_int)of->from.count, of->from.type,
                                   of->to.buffer, (oc_int)of->to.count, of->to.type, of->comm);
}

static inline int oc_run_gatherv(const struct oc_operation *operation) {
    const struct oc_arguments *of = &operation->arguments;
    return OC_SIZED(PMPI_Gatherv)(of->from.buffer, (oc_int)of->from.count, of->from.type,
                                  of->to.buffer, of->to.counts.first, of->to.displacements.first,
                                  of->to.type, of->root, of->comm);
}

static inline int oc_run_allgatherv(const struct oc_operation *operation) {
    const struct oc_arguments *of = &operation->arguments;
    return OC_SIZED(PMPI_Allgatherv)(of->from.buffer, (oc_int)of->from.count, of->from.type,
                                     of->to.buffer, of->to.counts.first, of->to.displacements.first,
                                     of->to.type, of->comm);
}

static inline int oc_run_scatterv(const struct oc_operation *operation) {
    const struct oc_arguments *of = &operation->arguments;
    return OC_SIZED(PMPI_Scatterv)(of->from.buffer, of->from.counts.first,
                                   of->from.displacements.first, of->from.type, of->to.buffer,
                                   (oc_int)of->to.count, of->to.type, of->root, of->comm);
}

static inline int oc_run_alltoallv(const struct oc_operation *operation) {
    const struct oc_arguments *of = &operation->arguments;
    return OC_SIZED(PMPI_Alltoallv)(
        of->from.buffer, of->from.counts.first, of->from.displacements.first, of->from.type,
        of->to.buffer, of->to.counts.first, of->to.displacements.first, of->to.type, of->comm);
}

static inline int oc_run_alltoallw(const struct oc_operation *operation) {
    const struct oc_arguments *of = &operation->arguments;
    return OC_SIZED(PMPI_Alltoallw)(
        of->from.buffer, of->from.counts.first, of->from.displacements.first, of->from.types,
        of->to.buffer, of->to.counts.first, of->to.displacements.first, of->to.types, of->comm);
}

static inline int oc_run_reduce(const struct oc_operation *operation) {
    const struct oc_arguments *of = &operation->arguments;
    oc_run_in_line(operation, OC_CELL_BYTES);
    return OC_SIZED(PMPI_Reduce)(of->from.buffer, of->to.buffer, (oc_int)of->to.count, of->to.type,
                                 of->op, of->root, of->comm);
}

static inline int oc_run_allreduce(const struct oc_operation *operation) {
    const struct oc_arguments *of = &operation->arguments;
    oc_run_in_line(operation, OC_CELL_BYTES);
    return OC_SIZED(PMPI_Allreduce)(of->from.buffer, of->to.buffer, (oc_int)of->to.count,
                                    of->to.type, of->op, of->comm);
}

static inline int oc_run_scan(const struct oc_operation *operation) {
    const struct oc_arguments *of = &operation->arguments;
    return OC_SIZED(PMPI_Scan)(of->from.buffer, of->to.buffer, (oc_int)of->to.count, of->to.type,
                               of->op, of->comm);
}

static inline int oc_run_exscan(const struct oc_operation *operation) {
    const struct oc_arguments *of = &operation->arguments;
    return OC_SIZED(PMPI_Exscan)(of->from.buffer, of->to.buffer, (oc_int)of->to.count, of->to.type,
                                 of->op, of->comm);
}

static inline int oc_run_reduce_scatter_block(const struct oc_operation *operation) {
    const struct oc_arguments *of = &operation->arguments;
    return OC_SIZED(PMPI_Reduce_scatter_block)(of->from.buffer, of->to.buffer, (oc_int)of->to.count,
                                               of->to.type, of->op, of->comm);
}

static inline int oc_run_reduce_scatter(const struct oc_operation *operation) {
    const struct oc_arguments *of = &operation->arguments;
    return OC_SIZED(PMPI_Reduce_scatter)(of->from.buffer, of->to.buffer, of->to.counts.first,
                                         of->to.type, of->op, of->comm);
}

#endif
