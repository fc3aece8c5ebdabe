/* Collective algorithms over messages. The messages are in the context OC_CONTEXT_COLLECTIVE, which
 * user messages never match. The algorithms work on bytes; their callers have checked the
 * arguments. Each function returns MPI_SUCCESS or the class of the first error. After an error it
 * goes on, so that other ranks do not wait for ever. */
#ifndef MPI_COLLECTIVE_COLLECTIVE_H
#define MPI_COLLECTIVE_COLLECTIVE_H

#include "link/variant.h"
#include "mpi/core/communicator.h"
#include "mpi/op/op.h"

/* The tags of messages of collectives. If ranks call different collectives, they wait for each
 * other instead of exchanging wrong data, and a deadlock is reported. */
enum {
    OC_TAG_BARRIER,
    OC_TAG_BCAST,
    OC_TAG_REDUCE,
    OC_TAG_ALLREDUCE,
    OC_TAG_GATHER,
    OC_TAG_SCATTER,
    OC_TAG_ALLGATHER,
    OC_TAG_ALLTOALL,
    OC_TAG_REDUCE_SCATTER,
    OC_TAG_SCAN,
    OC_TAG_NEIGHBOR
};

/* One call of an algorithm. */
struct oc_collective {
    const struct oc_communicator *comm;
    int tag;
    int error; /* the first error */
};

static inline void oc_coll_keep_error(struct oc_collective *call, int error) {
    if (!call->error)
        call->error = error;
}

/* ---- Messages. Unlike user messages, they have exactly the expected length. ---- */

void oc_coll_send(struct oc_collective *call, int peer, const void *data, size_t bytes);
void oc_coll_receive(struct oc_collective *call, int peer, void *data, size_t bytes);
/* Sends `bytes` bytes to one rank and receives `bytes` bytes from another one at the same time. */
void oc_coll_exchange(struct oc_collective *call, int to, const void *sent, int from,
                      void *received, size_t bytes);

/* Sends to one rank and receives from another one at the same time; the lengths may differ. */
void oc_coll_sendrecv(struct oc_collective *call, int to, const void *sent, size_t sent_bytes,
                      int from, void *received, size_t bytes);

/* The first variants may be called only on the main stack. The second variants are for programs
 * with nonblocking collectives, in which code on fibres calls them as well. */
OC_VARIANTS(oc_coll_send, oc_coll_send_on_main, oc_coll_send_on_fibre);
OC_VARIANTS(oc_coll_receive, oc_coll_receive_on_main, oc_coll_receive_on_fibre);
OC_VARIANTS(oc_coll_sendrecv, oc_coll_sendrecv_on_main, oc_coll_sendrecv_on_fibre);

/* Computes inout = in op inout for `count` elements, which have `bytes` bytes in total. */
static inline void oc_coll_reduce(struct oc_collective *call, const struct oc_reduction *reduction,
                                  const void *in, void *inout, size_t count, size_t bytes) {
    oc_coll_keep_error(call, oc_reduce(reduction, in, inout, count, bytes));
}

/* Converts a number from -size to 2 * size - 1 to a rank, modulo `size`. (A division would take 35
 * cycles.) */
static inline int oc_rank_round(int number, int size) {
    if (number >= size)
        return number - size;
    return number < 0 ? number + size : number;
}

/* ---- Algorithms --------------------------------------------------------------------------- */

struct oc_view;
struct oc_rank_blocks; /* blocks.h */
struct oc_shares;      /* shares.h */

/* A barrier by dissemination. It takes ceil(log2 n) rounds; in round k, ranks at distance 2^k
 * exchange messages. */
int oc_barrier_dissemination(const struct oc_communicator *comm);

/* The barrier on the counters of comm->barrier (barrier.h). */
int oc_barrier_counters(const struct oc_communicator *comm);

/* Makes comm->barrier, and sets it up if the ranks have free counters. All ranks call this
 * function; each may use the barrier as soon as the function returns. */
int oc_barrier_set_up(struct oc_communicator *comm);

/* The barrier on counters. The second variant is for programs with annotated communicators; if the
 * communicator has a priority level, the packets of the barrier have that level. */
int oc_barrier_by_counters(const struct oc_communicator *comm);
OC_VARIANTS(oc_barrier_by_counters, oc_barrier_counters, oc_barrier_counters_at_level);

/* The barrier on counters, which may be called on a fibre, and between the two steps of another
 * barrier (barrier.h). */
int oc_barrier_anywhere(const struct oc_communicator *comm);

/* The barrier of a communicator whose counters are not ready. Sets them up if possible, otherwise
 * uses messages. */
int oc_barrier_other(struct oc_communicator *comm);

/* A broadcast along a binomial tree from the root. */
int oc_bcast_binomial(const struct oc_communicator *comm, void *data, size_t bytes, int root);

/* Collectives that use the communicator's cells (cells.h), for at most OC_CELL_BYTES bytes. The
 * communicator must have cells. Such a collective takes less time than one message of the other
 * algorithms. */
int oc_bcast_cells(const struct oc_communicator *comm, void *data, size_t bytes, int root);
int oc_reduce_cells(const struct oc_communicator *comm, const void *mine, void *result,
                    size_t count, size_t bytes, const struct oc_reduction *reduction, int root);
int oc_allreduce_cells(const struct oc_communicator *comm, const void *mine, void *result,
                       size_t count, size_t bytes, const struct oc_reduction *reduction);
int oc_scan_cells(const struct oc_communicator *comm, const void *mine, void *result, size_t count,
                  size_t bytes, const struct oc_reduction *reduction, bool exclusive);
OC_VARIANTS(oc_bcast_cells, oc_bcast_cells_on_tree, oc_bcast_cells_multicast,
            oc_bcast_cells_at_level);
OC_VARIANTS(oc_reduce_cells, oc_reduce_cells_on_tree, oc_reduce_cells_at_level);
OC_VARIANTS(oc_allreduce_cells, oc_allreduce_cells_doubling, oc_allreduce_cells_accumulators,
            oc_allreduce_cells_at_level);

/* ---- Direct access to memory, where that takes less time than messages
 * (transport/native/collective/). If it does not, these functions do nothing and return
 * OC_BY_MESSAGES at all ranks. With the published transports they always do so. The barrier and
 * exposed data serve one collective at a time. Nonblocking collectives wait for their turn
 * (nonblocking/order.h), or use messages. ---- */

#define OC_BY_MESSAGES (-1)
/* Whether oc_alltoall_direct() may be called for blocks of `bytes` bytes. `is_piece` says that this
 * rank's blocks are contiguous; if not, the caller makes a contiguous copy. */
bool oc_alltoall_is_direct(struct oc_communicator *comm, size_t bytes, bool is_piece);
int oc_alltoall_direct(const struct oc_communicator *comm, const struct oc_view *from,
                       const struct oc_view *to, size_t bytes);
/* An allgather by recursive doubling. It needs cells, and a number of ranks that is a power of two.
 * It is used only if the transport has chosen it for this length before (cells.h). `all` has a
 * block of `bytes` bytes for each rank. This rank's block is `mine` or, if `mine` is null, already
 * in `all`. A rank first exchanges its block with the farthest rank. Then it exchanges blocks with
 * ranks of its row, and finally whole rows, each as one piece. */
int oc_allgather_doubling(const struct oc_communicator *comm, void *all, size_t bytes,
                          const void *mine);
/* An allgather of blocks of one length. `is_small` says that its alternative by messages is Bruck's
 * algorithm and not the ring. */
int oc_allgather_direct(struct oc_communicator *comm, const struct oc_rank_blocks *all,
                        bool is_small);
/* Whether the next four functions may be called, whose blocks may have different lengths. `mine`
 * may be null at the root of a gather or scatter, if its block is already in its place. The last
 * function returns OC_BY_MESSAGES if a rank has blocks that other ranks cannot reach. */
bool oc_lists_are_direct(struct oc_communicator *comm);
int oc_allgatherv_direct(const struct oc_communicator *comm, const struct oc_rank_blocks *all);
int oc_gatherv_direct(const struct oc_communicator *comm, const struct oc_view *mine,
                      const struct oc_rank_blocks *all, int root);
int oc_scatterv_direct(const struct oc_communicator *comm, const struct oc_rank_blocks *all,
                       const struct oc_view *mine, int root);
int oc_alltoallv_direct(const struct oc_communicator *comm, const struct oc_rank_blocks *from,
                        const struct oc_rank_blocks *to);
/* The largest block length in bytes for which a gather or scatter by messages along a tree takes
 * less time than oc_gatherv_direct() or oc_scatterv_direct(). */
size_t oc_tree_bytes(const struct oc_communicator *comm);
int oc_reduce_scatter_direct(struct oc_communicator *comm, const void *mine, void *result,
                             size_t bytes, const struct oc_shares *shares,
                             const struct oc_reduction *reduction);

/* Collectives whose data are too long for cells. They use direct access to memory or messages.
 * `mine` and `result` may be the same. */
int oc_bcast_long(struct oc_communicator *comm, void *data, size_t bytes, int root);
OC_VARIANTS(oc_bcast_long, oc_bcast_long_ordinary, oc_bcast_long_multicast);
int oc_reduce_long(struct oc_communicator *comm, const void *mine, void *result, size_t count,
                   size_t bytes, const struct oc_reduction *reduction, int root);
int oc_allreduce_long(struct oc_communicator *comm, const void *mine, void *result, size_t count,
                      size_t bytes, const struct oc_reduction *reduction);

/* ---- Over messages ---- */

/* Reduces over a binomial tree to rank 0, whatever the root is. Operands are thus combined in the
 * order of ranks, and the bits of the result do not depend on the root. Rank 0 then sends the
 * result to the root; only the root's `result` is written. `mine` and `result` may be the same. */
int oc_reduce_binomial(const struct oc_communicator *comm, const void *mine, void *result,
                       size_t count, size_t bytes, const struct oc_reduction *reduction, int root);

/* Reductions in which every rank reduces its share of the elements, as in
 * oc_reduce_scatter_pairwise(). Then the root collects the shares or, in an allreduce, each share
 * travels along a ring to all ranks. Ranks other than the root need memory only for their share;
 * `mine` and `result` may be the same. */
int oc_reduce_pairwise(const struct oc_communicator *comm, const void *mine, void *result,
                       size_t count, size_t bytes, const struct oc_reduction *reduction, int root);
int oc_allreduce_pairwise(const struct oc_communicator *comm, const void *mine, void *result,
                          size_t count, size_t bytes, const struct oc_reduction *reduction);

/* An allreduce by recursive halving and then doubling (Rabenseifner, "Optimization of Collective
 * Reduction Operations", 2004). A rank first exchanges halves of its elements until it has its
 * share of the result. Then it exchanges shares of the result. There must be at least one
 * element. */
int oc_allreduce_halving(const struct oc_communicator *comm, const void *mine, void *result,
                         size_t count, size_t bytes, const struct oc_reduction *reduction);

/* An allreduce by recursive doubling. In each pair, both ranks combine their operands with that of
 * the lower rank first, so that every rank gets the same bits. `mine` and `result` may be the
 * same. */
int oc_allreduce_doubling(const struct oc_communicator *comm, const void *mine, void *result,
                          size_t count, size_t bytes, const struct oc_reduction *reduction);

/* Gather blocks of any length at the root, which receives from each rank, and scatter them from the
 * root, which sends to each rank. If `mine` is null, the root's block is already in its place. */
int oc_gather_linear(const struct oc_communicator *comm, const struct oc_view *mine,
                     const struct oc_rank_blocks *all, int root);
int oc_scatter_linear(const struct oc_communicator *comm, const struct oc_rank_blocks *all,
                      const struct oc_view *mine, int root);

/* Gather blocks of `bytes` bytes up a binomial tree, and scatter them down such a tree. Ranks
 * between the root and others copy the blocks. Only the root uses `all`. If `block` is null, the
 * root's block is already in its place. */
int oc_gather_binomial(const struct oc_communicator *comm, const void *block, size_t bytes,
                       void *all, int root);
int oc_scatter_binomial(const struct oc_communicator *comm, const void *all, size_t bytes,
                        void *block, int root);

/* Allgathers; each rank's own block is already in its place in `all`. The ring takes n - 1 rounds;
 * blocks may have different lengths, and each is copied once. Bruck's algorithm takes ceil(log2 n)
 * rounds; all blocks have one length, and intermediate ranks copy them (Bruck and others,
 * "Efficient Algorithms for All-to-All Communications in Multiport Message-Passing Systems",
 * 1997). */
int oc_allgather_ring(const struct oc_communicator *comm, const struct oc_rank_blocks *all);
int oc_allgather_bruck(const struct oc_communicator *comm, const struct oc_rank_blocks *all);

/* An all-to-all in rounds. In each round, pairs of ranks exchange their blocks. In an
 * intercommunicator, a pair has one rank of each group. If `from` is null, the exchange is in
 * place. */
int oc_alltoall_pairwise(const struct oc_communicator *comm, const struct oc_rank_blocks *from,
                         const struct oc_rank_blocks *to);

/* An all-to-all by Bruck's algorithm (as in oc_allgather_bruck()) in ceil(log2 n) rounds. A block
 * is copied once for each bit that is set in the distance that it travels. `from` and `to` may be
 * the same. Both contain the blocks of all ranks, which have one length. */
int oc_alltoall_bruck(const struct oc_communicator *comm, const struct oc_view *from,
                      const struct oc_view *to);

/* A scan by recursive doubling. In round k, a rank receives the combined operands of up to 2^k
 * ranks, which come just before those that it has already combined. In an exclusive scan, `result`
 * combines the operands of the ranks before this one, and rank 0's `result` is left unchanged. */
int oc_scan_doubling(const struct oc_communicator *comm, const void *mine, void *result,
                     size_t count, size_t bytes, const struct oc_reduction *reduction,
                     bool exclusive);

/* Reduce the operands and distribute the result: each rank gets its share of it. With the tree,
 * rank 0 reduces everything and sends each rank its share. In the pairwise algorithm, each rank
 * sends every other rank the operands for that rank's share, and reduces its own share in the order
 * of ranks. */
int oc_reduce_scatter_tree(const struct oc_communicator *comm, const void *mine, void *result,
                           const struct oc_shares *shares, const struct oc_reduction *reduction);
int oc_reduce_scatter_pairwise(const struct oc_communicator *comm, const void *mine, void *result,
                               const struct oc_shares *shares,
                               const struct oc_reduction *reduction);

#endif
