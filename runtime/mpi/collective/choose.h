/* Chooses the algorithm of each collective, by the size of its data.
 *
 * barrier     a tree of hardware counters; messages where there are no counters
 * bcast, reduce, allreduce, scan and exscan of few words: cells
 *
 * reduce and allreduce with the standard's operations: recursive halving, in which ranks put data
 * into each other's memory (transport/native/collective/pairs.h). If the number of ranks is not a
 * power of two, and for reduce_scatter, only where this takes less time
 *
 * allgather, if the number of ranks is a power of two: recursive doubling, in which ranks put data
 * into each other's memory, where this takes less time
 *
 * All other cases are direct, that is, without messages, where this takes less time (bcast_direct.c
 * and others in transport/native/collective/ decide). Otherwise they use messages:
 *
 * allgather   Bruck's for small results: log2 n rounds; ring for others, and for the v form
 * alltoall    Bruck's for small blocks; pairwise for others, and for the v and w forms
 * reduce_     a tree to rank 0 and back for few operands: 2 log2 n messages in a row; pairwise for
 * scatter     others: each rank reduces its own share
 * scan        recursive doubling, also exscan
 * bcast       a binomial tree
 * reduce      pairwise for long operands; else a binomial tree
 * allreduce   recursive halving, or pairwise, for long operands; else recursive doubling
 * gather,     binomial tree for small blocks: the root handles log2 n messages instead of n;
 * scatter     linear for others: each block is copied once, straight from or to the user's buffer
 *
 * The counters of a barrier and cells serve one collective at a time, so nonblocking collectives
 * that use them take turns (nonblocking/order.h).
 */
#ifndef MPI_COLLECTIVE_CHOOSE_H
#define MPI_COLLECTIVE_CHOOSE_H

#include "mpi/collective/barrier.h"
#include "mpi/collective/blocks.h"
#include "mpi/collective/cells.h"
#include "mpi/collective/collective.h"
#include "mpi/core/fibre.h"
#include "mpi/core/request.h"

static inline bool oc_barrier_is_ready(const struct oc_communicator *comm) {
    return comm->barrier && comm->barrier->arrive;
}

static inline int oc_barrier(struct oc_communicator *comm) {
    return oc_barrier_is_ready(comm) ? oc_barrier_by_counters(comm) : oc_barrier_other(comm);
}

/* Whether a collective of `bytes` bytes uses cells: its data fit into a cell, and the communicator
 * has cells. */
static inline bool oc_choose_cells(struct oc_communicator *comm, size_t bytes) {
    return bytes <= OC_CELL_BYTES && oc_cells_of(comm);
}

#define OC_TREE_BLOCK_BYTES 256
/* The largest number of bytes for which a gather or scatter uses a tree. The root may have to
 * allocate them. */
#define OC_TREE_TOTAL_BYTES 8192

static inline bool oc_choose_tree(size_t block_bytes, int ranks) {
    return block_bytes <= OC_TREE_BLOCK_BYTES && block_bytes * (size_t)ranks <= OC_TREE_TOTAL_BYTES;
}

/* Whether a collective may use direct access to memory. Such a collective begins with a barrier, so
 * it would gain nothing for two ranks. */
static inline bool oc_may_be_direct(const struct oc_communicator *comm) {
    return comm->size > 2 && !comm->local && (!oc_on_fibre() || oc_order_may_admit(comm));
}

static inline int oc_bcast(struct oc_communicator *comm, void *data, size_t bytes, int root) {
    if (oc_choose_cells(comm, bytes))
        return oc_bcast_cells(comm, data, bytes, root);
    return oc_bcast_long(comm, data, bytes, root);
}

static inline int oc_reduce_to(struct oc_communicator *comm, const void *mine, void *result,
                               size_t count, size_t bytes, const struct oc_reduction *reduction,
                               int root) {
    if (oc_choose_cells(comm, bytes))
        return oc_reduce_cells(comm, mine, result, count, bytes, reduction, root);
    return oc_reduce_long(comm, mine, result, count, bytes, reduction, root);
}

static inline int oc_allreduce(struct oc_communicator *comm, const void *mine, void *result,
                               size_t count, size_t bytes, const struct oc_reduction *reduction) {
    if (oc_choose_cells(comm, bytes))
        return oc_allreduce_cells(comm, mine, result, count, bytes, reduction);
    return oc_allreduce_long(comm, mine, result, count, bytes, reduction);
}

static inline int oc_scan_to_here(struct oc_communicator *comm, const void *mine, void *result,
                                  size_t count, size_t bytes, const struct oc_reduction *reduction,
                                  bool exclusive) {
    if (oc_choose_cells(comm, bytes))
        return oc_scan_cells(comm, mine, result, count, bytes, reduction, exclusive);
    return oc_scan_doubling(comm, mine, result, count, bytes, reduction, exclusive);
}

/* The length in bytes of a rank's share from which each rank reduces its own share of the
 * operands. */
#define OC_PAIRWISE_BYTES 192
/* The length in bytes from which an allreduce uses halving, which needs fewer messages but copies
 * data. If the number of ranks is not a power of two, some ranks do all of the work. */
#define OC_HALVING_BYTES 512
#define OC_PAIRWISE_POWER_BYTES 2048

static inline bool oc_is_power_of_two(int ranks) {
    return !(ranks & (ranks - 1));
}

static inline int oc_reduce_by_messages(const struct oc_communicator *comm, const void *mine,
                                        void *result, size_t count, size_t bytes,
                                        const struct oc_reduction *reduction, int root) {
    if (comm->size > 1 && bytes >= OC_PAIRWISE_BYTES * (size_t)comm->size)
        return oc_reduce_pairwise(comm, mine, result, count, bytes, reduction, root);
    return oc_reduce_binomial(comm, mine, result, count, bytes, reduction, root);
}

static inline int oc_allreduce_by_messages(const struct oc_communicator *comm, const void *mine,
                                           void *result, size_t count, size_t bytes,
                                           const struct oc_reduction *reduction) {
    size_t pairwise = oc_is_power_of_two(comm->size) ? OC_PAIRWISE_POWER_BYTES : OC_PAIRWISE_BYTES;
    if (comm->size > 2 && bytes >= pairwise * (size_t)comm->size)
        return oc_allreduce_pairwise(comm, mine, result, count, bytes, reduction);
    if (comm->size > 2 && bytes >= OC_HALVING_BYTES)
        return oc_allreduce_halving(comm, mine, result, count, bytes, reduction);
    return oc_allreduce_doubling(comm, mine, result, count, bytes, reduction);
}

/* The largest result in bytes for which an allgather by messages uses Bruck's algorithm, which
 * needs few rounds but copies blocks in each. Longer results travel along a ring in n - 1
 * rounds. */
#define OC_BRUCK_BYTES 8192

static inline int oc_allgather(struct oc_communicator *comm, const struct oc_rank_blocks *all) {
    bool is_small = oc_blocks_bytes(comm, all) * (size_t)comm->size <= OC_BRUCK_BYTES;
    int error = oc_may_be_direct(comm) ? oc_allgather_direct(comm, all, is_small) : OC_BY_MESSAGES;
    if (error != OC_BY_MESSAGES)
        return error;
    return is_small ? oc_allgather_bruck(comm, all) : oc_allgather_ring(comm, all);
}

/* Whether blocks of different lengths are moved by direct access to memory. */
static inline bool oc_choose_lists(struct oc_communicator *comm) {
    return oc_may_be_direct(comm) && oc_lists_are_direct(comm);
}

enum oc_gather { OC_GATHER_TREE, OC_GATHER_LINEAR, OC_GATHER_DIRECT };

/* Chooses the algorithm of a gather or scatter of blocks of one length. */
static inline enum oc_gather oc_choose_gather(struct oc_communicator *comm, size_t bytes) {
    const struct oc_barrier *barrier = comm->barrier;
    bool may_take_tree = oc_choose_tree(bytes, comm->size);
    if (may_take_tree && barrier && barrier->tree_bytes && bytes <= barrier->tree_bytes)
        return OC_GATHER_TREE;
    if (oc_choose_lists(comm) && (!may_take_tree || bytes > oc_tree_bytes(comm)))
        return OC_GATHER_DIRECT;
    return may_take_tree ? OC_GATHER_TREE : OC_GATHER_LINEAR;
}

static inline int oc_allgatherv(struct oc_communicator *comm, const struct oc_rank_blocks *all) {
    return oc_choose_lists(comm) ? oc_allgatherv_direct(comm, all) : oc_allgather_ring(comm, all);
}

/* A gather. `mine` is null at a root whose block is already in its place. */
static inline int oc_gatherv(const struct oc_communicator *comm, const struct oc_view *mine,
                             const struct oc_rank_blocks *all, int root, bool is_direct) {
    return is_direct ? oc_gatherv_direct(comm, mine, all, root)
                     : oc_gather_linear(comm, mine, all, root);
}

static inline int oc_scatterv(const struct oc_communicator *comm, const struct oc_rank_blocks *all,
                              const struct oc_view *mine, int root, bool is_direct) {
    return is_direct ? oc_scatterv_direct(comm, all, mine, root)
                     : oc_scatter_linear(comm, all, mine, root);
}

/* Limits for Bruck's algorithm in an all-to-all: the largest length in bytes of a block, and of all
 * blocks of a rank. The algorithm sends several blocks in one message. */
#define OC_ALLTOALL_BLOCK_BYTES 64
#define OC_ALLTOALL_BYTES 8192

static inline bool oc_choose_alltoall_bruck(const struct oc_communicator *comm,
                                            const struct oc_rank_blocks *to) {
    if (!to->uniform || comm->local || comm->size == 1)
        return false;
    size_t bytes = oc_blocks_bytes(comm, to);
    return bytes <= OC_ALLTOALL_BLOCK_BYTES && bytes * (size_t)comm->size <= OC_ALLTOALL_BYTES;
}

#define OC_REDUCE_SCATTER_TREE_BYTES 2048

static inline bool oc_choose_reduce_scatter_tree(size_t bytes) {
    return bytes <= OC_REDUCE_SCATTER_TREE_BYTES;
}

#endif
