/* Which algorithm for which size: everything that is chosen is chosen here.
 *
 * barrier     a tree of hardware counters; messages the first time, and where there are no counters
 * bcast, reduce, allreduce of few words: cells
 *
 * The rest is direct if all ranks can expose their data, so that each fetches what it needs by DMA
 * (exposure.h), and if the model (cost.h) says that this takes less time than the messages:
 *
 * allgather   Bruck's for small results: log2 n rounds; ring for others
 * alltoall    Bruck's for small blocks; pairwise for others, and for the v and w forms. Direct is
 *             always better, but needs all blocks in one piece of memory
 * reduce_     a tree to rank 0 and back for few operands: 2 log2 n messages in a row; pairwise for
 * scatter     others: each rank reduces its own share
 * scan        recursive doubling, also exscan
 * bcast       a chain for long data; else a binomial tree
 * reduce      pairwise for long operands; else a binomial tree
 * allreduce   recursive halving, or pairwise, for long operands; else recursive doubling
 * gather,     binomial tree for small blocks: the root handles log2 n messages instead of n;
 * scatter     linear for others: each block is copied once, straight from or to the user's buffer
 *
 * The counters of a barrier, cells and exposed data serve one collective at a time. A nonblocking
 * collective runs on a fibre beside others, so it uses messages instead. So does a collective on an
 * annotated communicator, whose messages all carry the annotation.
 */
#ifndef MPI_COLLECTIVE_CHOOSE_H
#define MPI_COLLECTIVE_CHOOSE_H

#include "mpi/collective/barrier.h"
#include "mpi/collective/blocks.h"
#include "mpi/collective/cells.h"
#include "mpi/collective/collective.h"
#include "mpi/collective/cost.h"
#include "mpi/collective/exposure.h"
#include "mpi/core/fibre.h"
#include "mpi/core/request.h"
#include "mpi/info/annotation.h"

static inline bool oc_barrier_is_ready(const struct oc_communicator *comm) {
    return comm->barrier && comm->barrier->arrive;
}

static inline int oc_barrier(struct oc_communicator *comm) {
    if (oc_on_fibre())
        return oc_barrier_dissemination(comm);
    return oc_barrier_is_ready(comm) ? oc_barrier_counters(comm) : oc_barrier_other(comm);
}

/* Whether an operation of `bytes` bytes uses cells. The communicator must have cells, and these
 * serve one operation at a time. */
static inline bool oc_choose_cells(struct oc_communicator *comm, size_t bytes) {
    return bytes <= OC_CELL_BYTES && !oc_on_fibre() && oc_cells_of(comm);
}

#define OC_TREE_BLOCK_BYTES 256
/* The most bytes that the root may have to allocate. */
#define OC_TREE_TOTAL_BYTES 8192

static inline bool oc_choose_tree(size_t block_bytes, int ranks) {
    return block_bytes <= OC_TREE_BLOCK_BYTES && block_bytes * (size_t)ranks <= OC_TREE_TOTAL_BYTES;
}

static inline int oc_bcast(struct oc_communicator *comm, void *data, size_t bytes, int root) {
    if (oc_choose_cells(comm, bytes))
        return oc_bcast_cells(comm, data, bytes, root);
    if (!oc_can_expose(comm))
        return oc_bcast_binomial(comm, data, bytes, root);
    uint32_t chain = oc_cost_bcast_chain(comm->size, bytes);
    uint32_t direct = oc_cost_bcast_direct(comm->size, bytes);
    if (oc_cost_bcast_binomial(comm->size, bytes) < (chain < direct ? chain : direct))
        return oc_bcast_binomial(comm, data, bytes, root);
    return chain < direct ? oc_bcast_chain(comm, data, bytes, root)
                          : oc_bcast_direct(comm, data, bytes, root);
}

/* Whether reductions of operands that are too long for cells use exposed data. Sets `*group` to the
 * size of the groups of ranks. */
static inline bool oc_choose_reduce_direct(struct oc_communicator *comm, size_t bytes, int *group) {
    return oc_can_expose(comm) && oc_cost_reduce_direct(comm->size, bytes, group) <
                                      oc_cost_reduce_messages(comm->size, bytes);
}

/* The length in bytes of a rank's share from which on each rank reduces its share of long
 * operands. */
#define OC_PAIRWISE_BYTES 192
/* Halving needs fewer messages but copies data. If the number of ranks is no power of two, some
 * ranks do all of the work. */
#define OC_HALVING_BYTES 512
#define OC_PAIRWISE_POWER_BYTES 2048

static inline bool oc_is_power_of_two(int ranks) {
    return !(ranks & (ranks - 1));
}

static inline int oc_reduce_to(struct oc_communicator *comm, const void *mine, void *result,
                               size_t count, size_t bytes, const struct oc_reduction *reduction,
                               int root) {
    if (oc_choose_cells(comm, bytes))
        return oc_reduce_cells(comm, mine, result, count, bytes, reduction, root);
    int group;
    if (oc_choose_reduce_direct(comm, bytes, &group))
        return oc_reduce_direct(comm, mine, result, count, bytes, reduction, root, group);
    if (comm->size > 1 && bytes >= OC_PAIRWISE_BYTES * (size_t)comm->size)
        return oc_reduce_pairwise(comm, mine, result, count, bytes, reduction, root);
    return oc_reduce_binomial(comm, mine, result, count, bytes, reduction, root);
}

static inline int oc_allreduce(struct oc_communicator *comm, const void *mine, void *result,
                               size_t count, size_t bytes, const struct oc_reduction *reduction) {
    if (oc_choose_cells(comm, bytes))
        return oc_allreduce_cells(comm, mine, result, count, bytes, reduction);
    int group;
    if (oc_choose_reduce_direct(comm, bytes, &group))
        return oc_reduce_direct(comm, mine, result, count, bytes, reduction, OC_EVERYBODY, group);
    size_t pairwise = oc_is_power_of_two(comm->size) ? OC_PAIRWISE_POWER_BYTES : OC_PAIRWISE_BYTES;
    if (comm->size > 2 && bytes >= pairwise * (size_t)comm->size)
        return oc_allreduce_pairwise(comm, mine, result, count, bytes, reduction);
    if (comm->size > 2 && bytes >= OC_HALVING_BYTES)
        return oc_allreduce_halving(comm, mine, result, count, bytes, reduction);
    return oc_allreduce_doubling(comm, mine, result, count, bytes, reduction);
}

/* The most bytes of an allgather's result that are copied on the way instead of being sent in n - 1
 * rounds. */
#define OC_BRUCK_BYTES 8192

static inline int oc_allgather(struct oc_communicator *comm, const struct oc_rank_blocks *all) {
    size_t bytes = oc_blocks_bytes(comm, all);
    int ranks = comm->size;
    bool is_small = bytes * (size_t)ranks <= OC_BRUCK_BYTES;
    uint32_t messages =
        is_small ? oc_cost_allgather_bruck(ranks, bytes) : oc_cost_allgather_ring(ranks, bytes);
    if (oc_can_expose(comm) && oc_cost_allgather_direct(ranks, bytes) < messages)
        return oc_allgather_direct(comm, all);
    return is_small ? oc_allgather_bruck(comm, all) : oc_allgather_ring(comm, all);
}

/* The most bytes of all blocks of a direct alltoall. Ranks can fetch from one piece of memory only,
 * so the library copies blocks with gaps and blocks in place into one. */
#define OC_ALLTOALL_PIECE_BYTES 65536

static inline bool oc_choose_alltoall_direct(struct oc_communicator *comm,
                                             const struct oc_rank_blocks *to) {
    return to->uniform && oc_can_expose(comm) &&
           oc_blocks_bytes(comm, to) * (size_t)comm->size <= OC_ALLTOALL_PIECE_BYTES;
}

/* The most bytes of an alltoall's block, and of all blocks together, that travel in shared
 * messages. */
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

/* Reduce-scatter is the first half of a reduction in one group, so it costs half as much. */
static inline bool oc_choose_reduce_scatter_direct(struct oc_communicator *comm, size_t bytes) {
    return oc_can_expose(comm) &&
           oc_cost_reduce_all(comm->size, bytes) / 2 < oc_cost_reduce_messages(comm->size, bytes);
}

#endif
