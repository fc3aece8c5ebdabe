/* Collective algorithms, over messages of the communicator's second context, which user messages
 * never match. They see bytes; their callers have checked the arguments. Each gives
 * MPI_SUCCESS or the class of the first error that it met; it goes on after an error, so that
 * others do not wait for it for ever. */
#ifndef MPI_COLLECTIVE_COLLECTIVE_H
#define MPI_COLLECTIVE_COLLECTIVE_H

#include "link/variant.h"
#include "mpi/core/communicator.h"
#include "mpi/op/op.h"

/* Tags: ranks that disagree about which collective this is wait for each other, and are reported,
 * rather than exchange rubbish. */
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
    int error; /* the first one */
};

static inline void oc_coll_keep_error(struct oc_collective *call, int error) {
    if (!call->error)
        call->error = error;
}

/* ---- Messages. Other than user messages, they have exactly the length that is expected. ---- */

void oc_coll_send(struct oc_collective *call, int peer, const void *data, size_t bytes);
void oc_coll_receive(struct oc_collective *call, int peer, void *data, size_t bytes);
/* Sends to one and receives as much from another, both at once. */
void oc_coll_exchange(struct oc_collective *call, int to, const void *sent, int from,
                      void *received, size_t bytes);

/* Sends to one and receives from another, of another length. */
void oc_coll_sendrecv(struct oc_collective *call, int to, const void *sent, size_t sent_bytes,
                      int from, void *received, size_t bytes);

/* Variants for the main stack only, and for programs with nonblocking collectives, where a fibre
 * may call. */
OC_VARIANTS(oc_coll_send, oc_coll_send_on_main, oc_coll_send_on_fibre);
OC_VARIANTS(oc_coll_receive, oc_coll_receive_on_main, oc_coll_receive_on_fibre);
OC_VARIANTS(oc_coll_sendrecv, oc_coll_sendrecv_on_main, oc_coll_sendrecv_on_fibre);

/* inout = in op inout, for `count` elements that take `bytes`. */
static inline void oc_coll_reduce(struct oc_collective *call, const struct oc_reduction *reduction,
                                  const void *in, void *inout, size_t count, size_t bytes) {
    oc_coll_keep_error(call, oc_reduce(reduction, in, inout, count, bytes));
}

/* Ranks in a ring: the one of a number from -size to 2 * size - 1. (A division takes 35 cycles.) */
static inline int oc_rank_round(int number, int size) {
    if (number >= size)
        return number - size;
    return number < 0 ? number + size : number;
}

/* ---- Algorithms --------------------------------------------------------------------------- */

/* ceil(log2 n) rounds; in round k with the ranks at distance 2^k. */
int oc_barrier_dissemination(const struct oc_communicator *comm);

/* A barrier on the counters of comm->barrier (barrier.h). */
int oc_barrier_counters(const struct oc_communicator *comm);

/* The first barrier of a communicator: by messages; makes comm->barrier. */
int oc_barrier_first(struct oc_communicator *comm);

/* Where the counters are not ready: chooses among all of these. */
int oc_barrier_other(struct oc_communicator *comm);

/* A binomial tree from the root. */
int oc_bcast_binomial(const struct oc_communicator *comm, void *data, size_t bytes, int root);

/* Through cells (cells.h), which there are: at most OC_CELL_BYTES. Each message of the others costs
 * more than all of it. */
int oc_bcast_cells(const struct oc_communicator *comm, void *data, size_t bytes, int root);
int oc_reduce_cells(const struct oc_communicator *comm, const void *mine, void *result,
                    size_t count, size_t bytes, const struct oc_reduction *reduction, int root);
int oc_allreduce_cells(const struct oc_communicator *comm, const void *mine, void *result,
                       size_t count, size_t bytes, const struct oc_reduction *reduction);

/* Broadcasts from rank to rank, in segments of OC_BCAST_SEGMENT bytes: each rank fetches a segment
 * from the buffer of the rank before it, as soon as the segment is there. */
int oc_bcast_chain(const struct oc_communicator *comm, void *data, size_t bytes, int root);
#define OC_BCAST_SEGMENT 2048

/* A binomial tree to rank 0, whatever the root, so that operands meet in the order of ranks and
 * the result's bits do not depend on the root; from there to the root, the only one whose `result`
 * is written. `mine` and `result` may be the same. */
int oc_reduce_binomial(const struct oc_communicator *comm, const void *mine, void *result,
                       size_t count, size_t bytes, const struct oc_reduction *reduction, int root);

/* Every rank reduces its share of the elements, as oc_reduce_scatter_pairwise() does; then the root
 * collects them, or they go round. Any other rank needs memory for its share only, but
 * `mine` and `result` may be the same. */
int oc_reduce_pairwise(const struct oc_communicator *comm, const void *mine, void *result,
                       size_t count, size_t bytes, const struct oc_reduction *reduction, int root);
int oc_allreduce_pairwise(const struct oc_communicator *comm, const void *mine, void *result,
                          size_t count, size_t bytes, const struct oc_reduction *reduction);

/* Recursive halving, then doubling (Rabenseifner, "Optimization of Collective Reduction
 * Operations", 2004): a rank trades halves of what it works on, down to its share of the result,
 * then shares of the result. At least one element. */
int oc_allreduce_halving(const struct oc_communicator *comm, const void *mine, void *result,
                         size_t count, size_t bytes, const struct oc_reduction *reduction);

/* Recursive doubling: both of a pair compute the lower operand op the higher one, so that every
 * rank gets the same bits. `mine` and `result` may be the same. */
int oc_allreduce_doubling(const struct oc_communicator *comm, const void *mine, void *result,
                          size_t count, size_t bytes, const struct oc_reduction *reduction);

/* Gathers a block of `bytes` bytes from each rank into `all` at the root; `block` null: the root's
 * is there already. Linear: each rank sends to the root. Binomial: blocks go over a tree, and inner
 * ranks copy them. */
int oc_gather_linear(const struct oc_communicator *comm, const void *block, size_t bytes, void *all,
                     int root);
int oc_gather_binomial(const struct oc_communicator *comm, const void *block, size_t bytes,
                       void *all, int root);

/* Scatters a block of `bytes` bytes from `all` at the root to each rank; `block` null: the root's
 * stays where it is. Linear: the root sends to each rank. Binomial: blocks go over a tree, and
 * inner ranks copy them. */
int oc_scatter_linear(const struct oc_communicator *comm, const void *all, size_t bytes,
                      void *block, int root);
int oc_scatter_binomial(const struct oc_communicator *comm, const void *all, size_t bytes,
                        void *block, int root);

struct oc_view;
struct oc_rank_blocks; /* blocks.h */
struct oc_shares;      /* shares.h */

/* Blocks of any length to and from the root; `mine` null: the root's is there already. */
int oc_gatherv_linear(const struct oc_communicator *comm, const struct oc_view *mine,
                      const struct oc_rank_blocks *all, int root);
int oc_scatterv_linear(const struct oc_communicator *comm, const struct oc_rank_blocks *all,
                       const struct oc_view *mine, int root);

/* Blocks from everybody to everybody; the own one is there already. Ring: n - 1 rounds, each block
 * copied once, of any length. Bruck: ceil(log2 n) rounds, blocks of one length are copied on the
 * way (Bruck and others, "Efficient Algorithms for All-to-All Communications in Multiport
 * Message-Passing Systems", 1997). */
int oc_allgather_ring(const struct oc_communicator *comm, const struct oc_rank_blocks *all);
int oc_allgather_bruck(const struct oc_communicator *comm, const struct oc_rank_blocks *all);

/* In each round, pairs of ranks exchange their blocks; in an intercommunicator, pairs of one of
 * each group. `from` null: in place. */
int oc_alltoall_pairwise(const struct oc_communicator *comm, const struct oc_rank_blocks *from,
                         const struct oc_rank_blocks *to);

/* Bruck's (see above): ceil(log2 n) rounds; a block is copied on the way for each bit of the
 * distance that it goes. `to` may be `from`. Blocks of all ranks, as many bytes of both. */
int oc_alltoall_bruck(const struct oc_communicator *comm, const struct oc_view *from,
                      const struct oc_view *to);

/* Recursive doubling: in round k a rank hears of the 2^k ranks before those that it has heard of.
 * Exclusive: `result` is that of the ranks before the own one, and rank 0's is left as it is. */
int oc_scan_doubling(const struct oc_communicator *comm, const void *mine, void *result,
                     size_t count, size_t bytes, const struct oc_reduction *reduction,
                     bool exclusive);

/* Operands of all shares in, the own share of the result out. Tree: reduced at rank 0 and handed
 * out from there. Pairwise: every rank sends each of the others its share, and reduces its own in
 * the order of ranks. */
int oc_reduce_scatter_tree(const struct oc_communicator *comm, const void *mine, void *result,
                           const struct oc_shares *shares, const struct oc_reduction *reduction);
int oc_reduce_scatter_pairwise(const struct oc_communicator *comm, const void *mine, void *result,
                               const struct oc_shares *shares,
                               const struct oc_reduction *reduction);

#endif
