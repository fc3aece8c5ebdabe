/* A model of the cycles that collectives take. Collectives use it to choose between messages and
 * direct access to memory. All ranks must choose the same way, so the model uses only values that
 * are equal at all ranks: the number of ranks, the length of the data, the chip, and where the
 * ranks are on it (shape.h).
 *
 * The constants for the library's own steps come from `onchip bench mpi` (docs/costs.md). */
#ifndef MPI_TRANSPORT_NATIVE_COLLECTIVE_COST_H
#define MPI_TRANSPORT_NATIVE_COLLECTIVE_COST_H

#include "hal/hal.h"
#include "mpi/collective/collective.h"
#include "mpi/transport/native/collective/chain.h"
#include "mpi/transport/native/collective/pairs.h"
#include "mpi/transport/native/collective/pipeline.h"
#include "mpi/transport/native/collective/shape.h"

/* Times in cycles:
 * - STEP: a step with exposed data (exposure.h), in which ranks expose their data and meet at the
 *   barrier;
 * - FETCH: starting to fetch from a rank;
 * - MESSAGE: sending a message to one rank and receiving one from another, without the time of the
 *   data;
 * - OFFER: such an exchange if the messages are offered and fetched. */
#define OC_COST_STEP 250
#define OC_COST_FETCH 150
#define OC_COST_MESSAGE 850
#define OC_COST_OFFER 1100

/* Times in cycles to reduce a word of a message, to reduce a word while others are fetched, and to
 * copy a word. */
#define OC_COST_REDUCE_WORD 9
#define OC_COST_REDUCE_FETCHED 6
#define OC_COST_COPY_WORD 3

/* The length in bytes that the model uses for all longer data, so that costs fit into a word. The
 * choice does not change, because from this length on all costs are proportional to the length. */
#define OC_COST_MOST_BYTES (1u << 18)

static inline uint32_t oc_cost_bytes(size_t bytes) {
    return bytes < OC_COST_MOST_BYTES ? (uint32_t)bytes : OC_COST_MOST_BYTES;
}

/* The cycles that data of `length` bytes take on a link. A link carries a flit of four bytes per
 * cycle. The data travel in packets of 64 bytes, each with one more flit as its head. */
static inline uint32_t oc_cost_link(size_t length) {
    uint32_t bytes = oc_cost_bytes(length);
    return bytes / 4 + bytes / 64;
}

static inline uint32_t oc_cost_reduce(size_t length) {
    return oc_cost_bytes(length) / 4 * OC_COST_REDUCE_WORD;
}

/* The least n with 2^n >= ranks. */
static inline unsigned oc_cost_rounds(int ranks) {
    unsigned rounds = 0;
    while (ranks > 1 << rounds)
        rounds++;
    return rounds;
}

/* ---- All to all ---- */

/* An exchange in which each rank fetches `bytes` bytes from each other rank. It takes the longer of
 * two times: the time on the rank's own link, and the time on the links across the middle of the
 * ranks' part of the chip, over which a quarter of the data pass in each direction. Because packets
 * wait for each other, a full network carries two fifths of what its links could carry, and a third
 * if there are OC_COST_MANY ranks or more. If ranks also put data, each of the two networks carries
 * half of them. */
#define OC_COST_MANY 64
uint32_t oc_cost_exchange(const struct oc_shape *shape, size_t bytes);

/* Whether an all-to-all of `bytes` bytes per pair, with puts, takes less time in rounds
 * (oc_exchange_in_rounds()). In rounds the network carries half of what its links could carry. A
 * meeting of all ranks at the barrier takes OC_COST_MEETING cycles. */
#define OC_COST_MEETING 300
bool oc_cost_rounds_are_shorter(const struct oc_shape *shape, size_t bytes);

static inline uint32_t oc_cost_allgather_exchange(const struct oc_shape *shape, size_t bytes) {
    return 2 * OC_COST_STEP + oc_cost_exchange(shape, bytes);
}

/* The time of an allgather along a ring in segments (chain.h). The first segment of a block reaches
 * each rank OC_COST_HOP cycles, and the time of the segment on the link, after it reached the
 * previous rank. Each further segment arrives OC_COST_SEGMENT cycles after the one before it. */
#define OC_COST_HOP 210
#define OC_COST_SEGMENT 160
static inline uint32_t oc_cost_allgather_chain(int ranks, size_t bytes) {
    size_t segment = bytes < OC_CHAIN_SEGMENT ? bytes : OC_CHAIN_SEGMENT;
    uint32_t others = oc_cost_bytes(bytes - segment) / OC_CHAIN_SEGMENT;
    return 2 * OC_COST_STEP +
           (uint32_t)(ranks - 1) * (OC_COST_HOP + oc_cost_link(segment) + others * OC_COST_SEGMENT);
}

/* The time of an allgather by doubling. The link with the highest load carries the blocks of half
 * the rows in the first round, the blocks of two half rows in each round within rows, and half of
 * all blocks in each further round. If ranks share a tile's links, these carry all blocks that the
 * ranks receive. A packet that puts data has one more flit, for the address. */
static inline uint32_t oc_cost_allgather_doubling(const struct oc_shape *shape, size_t bytes) {
    int ranks = shape->ranks;
    unsigned bits = shape->row_bits, rounds = oc_cost_rounds(ranks);
    uint32_t half = (uint32_t)ranks / 2;
    uint32_t blocks = (half >> bits) + (bits << bits) + (rounds - bits - 1) * half;
    uint32_t own = (uint32_t)shape->in_tile * (uint32_t)(ranks - 1);
    return rounds * OC_COST_STEP +
           (blocks > own ? blocks : own) * (oc_cost_link(bytes) + oc_cost_bytes(bytes) / 64);
}

/* The time of Bruck's allgather, which also copies data, once at each sender and once at each
 * receiver. */
static inline uint32_t oc_cost_allgather_bruck(int ranks, size_t bytes) {
    return oc_cost_rounds(ranks) * OC_COST_MESSAGE +
           (uint32_t)(ranks - 1) *
               (oc_cost_link(bytes) + oc_cost_bytes(bytes) / 4 * 2 * OC_COST_COPY_WORD);
}

static inline uint32_t oc_cost_allgather_ring(int ranks, size_t bytes) {
    return (uint32_t)(ranks - 1) * (OC_COST_OFFER + oc_cost_link(bytes));
}

/* ---- Gather and scatter ---- */

/* The time of a gather or scatter in which the root exposes a table, and the other ranks move their
 * blocks (lists.h). The root takes OC_COST_ENTRY cycles to fill in an entry. A quarter of the data
 * pass while ranks look up their entries. */
#define OC_COST_ENTRY 58
static inline uint32_t oc_cost_gather_direct(int ranks, size_t bytes) {
    return 5 * OC_COST_STEP + (uint32_t)ranks * (OC_COST_ENTRY + oc_cost_link(bytes) / 4 * 3);
}

/* The time of a gather or scatter by messages along a binomial tree. */
static inline uint32_t oc_cost_gather_tree(int ranks, size_t bytes) {
    return oc_cost_rounds(ranks) * (OC_COST_MESSAGE * 2 / 3) +
           (uint32_t)ranks * oc_cost_link(bytes);
}

/* ---- Reductions ---- */

/* The time of a reduce-scatter with exposed data (reduce_direct.c): each rank fetches its piece of
 * all operands and combines them. */
static inline uint32_t oc_cost_reduce_scatter(const struct oc_shape *shape, size_t bytes) {
    uint32_t others = (uint32_t)shape->ranks - 1;
    uint32_t share = oc_cost_bytes(bytes) / (uint32_t)shape->ranks;
    return oc_cost_exchange(shape, share) + others * (share / 4 * OC_COST_REDUCE_FETCHED) +
           2 * OC_COST_STEP;
}

/* The time of a reduction with exposed data (reduce_direct.c): after a reduce-scatter, ranks fetch
 * the pieces of the result. */
static inline uint32_t oc_cost_reduce_all(const struct oc_shape *shape, size_t bytes) {
    return oc_cost_reduce_scatter(shape, bytes) +
           oc_cost_exchange(shape, oc_cost_bytes(bytes) / (uint32_t)shape->ranks) +
           2 * OC_COST_STEP;
}

/* The time of an allreduce by halves (pairs.h). If the number of ranks is not a power of two, the
 * first and the last round move all data. OC_COST_PAIR is the time in cycles of the beginning, and
 * of one halving with its doubling, without the time of the data. Measured values were 390 to 420
 * cycles, for allreduces of 8 integers on 4 to 16 ranks of mesh4x4 and on 33 and 64 ranks of
 * mesh8x8. OC_COST_FOLD_WORD is the time in cycles to combine a word of two operands that are both
 * in the rank's memory. */
#define OC_COST_PAIR 400
#define OC_COST_FOLD_WORD 4
static inline uint32_t oc_cost_reduce_halves(int ranks, size_t bytes) {
    uint32_t fold = oc_cost_bytes(bytes) / 4 * OC_COST_FOLD_WORD;
    uint32_t all = 2 * oc_cost_link(bytes) + fold, rounds = oc_cost_rounds(ranks);
    uint32_t parts = bytes <= OC_HALVES_BYTES ? 1 : oc_cost_bytes(bytes) / OC_HALVES_PART + 1;
    return ranks & (ranks - 1) ? parts * (rounds + 2) * OC_COST_PAIR + 2 * all
                               : parts * (rounds + 1) * OC_COST_PAIR + all;
}

/* The time of a reduction by messages: by recursive doubling, or by halving and doubling, whichever
 * takes less time. */
static inline uint32_t oc_cost_reduce_messages(int ranks, size_t bytes) {
    uint32_t rounds = oc_cost_rounds(ranks), once = oc_cost_link(bytes) + oc_cost_reduce(bytes);
    uint32_t doubling = rounds * (OC_COST_MESSAGE + once);
    uint32_t halving = 2 * rounds * OC_COST_MESSAGE + oc_cost_link(bytes) + once;
    return doubling < halving ? doubling : halving;
}

/* ---- Broadcasts ---- */

/* The time of a broadcast in which all ranks fetch everything from the root (bcast_direct.c). */
static inline uint32_t oc_cost_bcast_whole(int ranks, size_t bytes) {
    return 2 * OC_COST_STEP + OC_COST_FETCH + (uint32_t)(ranks - 1) * oc_cost_link(bytes);
}

/* The least length in bytes of a long piece. Such a piece keeps a link busy for longer than it
 * takes to start its transfer. */
#define OC_BCAST_LONG_PIECE 128

/* The length in bytes of the pieces of a broadcast, one for each rank but the root. They consist of
 * words, so that all are nearly equal. The last pieces may be shorter or empty. */
size_t oc_bcast_piece(size_t bytes, int ranks);

/* The time of a broadcast in which each rank fetches a piece from the root, and then the pieces of
 * the other ranks (bcast_direct.c). */
static inline uint32_t oc_cost_bcast_pieces(const struct oc_shape *shape, size_t bytes) {
    return 3 * OC_COST_STEP + oc_cost_link(bytes) +
           oc_cost_exchange(shape, oc_bcast_piece(bytes, shape->ranks));
}

/* The time of a broadcast in which pieces travel around a ring (ring.h): OC_COST_RING cycles to
 * begin and to end, OC_COST_RING_RANK for each rank, since pieces pass half of the ranks, and the
 * time of the data. In each rank's memory two pieces are read and two are written at the same time,
 * which makes their time 5/4 of that of a link. Ranks that share a tile delay each other by 3/4 of
 * this time. These values fit broadcasts of 64 bytes to 64 kB on 4 to 16 ranks of mesh4x4, 16 of
 * quad2x2, 33 and 64 of mesh8x8, and 32 of mppa256. */
#define OC_COST_RING 560
#define OC_COST_RING_RANK 50
static inline uint32_t oc_cost_bcast_ring(const struct oc_shape *shape, size_t bytes) {
    return OC_COST_RING + OC_COST_RING_RANK * (uint32_t)shape->ranks +
           oc_cost_link(bytes) / 4 * (3 * (uint32_t)shape->in_tile + 2);
}

/* The time of a broadcast in which halves of the data pass from rank to rank over two networks
 * (pipeline.h). Two segments of a half share a link, so each takes twice the time that it would
 * take alone. The first segment takes this time on each link, and OC_COST_PIPELINE_HOP cycles to
 * pass a rank. A rank takes OC_COST_PASS cycles to pass on a segment of each half, and the ranks of
 * a tile share its interface. The beginning and the end take as long as two steps each. */
#define OC_COST_PIPELINE_HOP 50
#define OC_COST_PASS 115
static inline uint32_t oc_cost_bcast_pipeline(const struct oc_shape *shape, size_t bytes) {
    uint32_t segment = 2 * oc_cost_link(OC_PIPELINE_SEGMENT);
    uint32_t step = segment / 2 < OC_COST_PASS ? OC_COST_PASS : segment / 2;
    return 4 * OC_COST_STEP + (uint32_t)(shape->ranks - 1) * (segment + OC_COST_PIPELINE_HOP) +
           oc_cost_bytes(bytes) / 2 / OC_PIPELINE_SEGMENT * (uint32_t)shape->in_tile * step;
}

/* The time of a broadcast in segments along a chain of ranks. The first segment passes all hops,
 * and the others follow it. */
static inline uint32_t oc_cost_bcast_chain(int ranks, size_t bytes) {
    size_t segment = bytes < OC_CHAIN_SEGMENT ? bytes : OC_CHAIN_SEGMENT;
    return 2 * OC_COST_STEP + (size_t)(ranks - 1) * (OC_COST_HOP + oc_cost_link(segment)) +
           oc_cost_bytes(bytes - segment) / OC_CHAIN_SEGMENT * OC_COST_SEGMENT;
}

static inline uint32_t oc_cost_bcast_binomial(int ranks, size_t bytes) {
    return (uint32_t)oc_cost_rounds(ranks) * (OC_COST_MESSAGE * 2 / 3 + oc_cost_link(bytes));
}

#endif
