/* A buffer of blocks, one for each rank, as MPI_Alltoallv and MPI_Alltoallw describe them. */
#ifndef MPI_COLLECTIVE_BLOCKS_H
#define MPI_COLLECTIVE_BLOCKS_H

#include "mpi/collective/collective.h"
#include "mpi/core/derived.h"
#include "mpi/core/list.h"
#include "mpi/error/pure.h"

/* In a neighbourhood collective there is a block for each neighbour, and a neighbour's number
 * stands for a rank. */
struct oc_rank_blocks {
    void *buffer;
    bool uniform; /* `count` elements each, one after the other; */
    bool same;    /* or all of them the first */
    ptrdiff_t count;
    struct oc_list counts;        /* of each block */
    struct oc_list displacements; /* in extents of the type; with `each` in bytes */
    bool each;                    /* a datatype for each block */
    MPI_Datatype type;
    const MPI_Datatype *types;
};

static inline struct oc_rank_blocks oc_blocks_uniform(const void *buffer, ptrdiff_t count,
                                                      MPI_Datatype type) {
    return (struct oc_rank_blocks){
        .buffer = (void *)buffer, .uniform = true, .count = count, .type = type};
}

/* Blocks that are one and the same for all ranks. */
static inline struct oc_rank_blocks oc_blocks_same(const void *buffer, ptrdiff_t count,
                                                   MPI_Datatype type) {
    struct oc_rank_blocks blocks = oc_blocks_uniform(buffer, count, type);
    blocks.same = true;
    return blocks;
}

static inline struct oc_rank_blocks oc_blocks_v(const void *buffer, struct oc_list counts,
                                                struct oc_list displacements, MPI_Datatype type) {
    return (struct oc_rank_blocks){
        .buffer = (void *)buffer, .counts = counts, .displacements = displacements, .type = type};
}

static inline struct oc_rank_blocks oc_blocks_w(const void *buffer, struct oc_list counts,
                                                struct oc_list displacements,
                                                const MPI_Datatype *types) {
    return (struct oc_rank_blocks){.buffer = (void *)buffer,
                                   .counts = counts,
                                   .displacements = displacements,
                                   .each = true,
                                   .types = types};
}

static inline ptrdiff_t oc_block_count(const struct oc_rank_blocks *blocks, int rank) {
    if (blocks->uniform)
        return blocks->count;
    MPI_Count count = oc_list_at(blocks->counts, (size_t)rank);
    return count == (ptrdiff_t)count ? (ptrdiff_t)count : PTRDIFF_MIN;
}

static inline MPI_Datatype oc_block_type(const struct oc_rank_blocks *blocks, int rank) {
    return blocks->each ? blocks->types[rank] : blocks->type;
}

/* The block of a rank as bytes in a row, to be closed. An error is kept in `call`; the view is then
 * of nothing. */
struct oc_view oc_block_open(struct oc_collective *call, const struct oc_rank_blocks *blocks,
                             int rank, int access);
void oc_block_close(struct oc_view *view);

/* Blocks of plain data that stand in a row in the order of ranks: the first one. Null: they do not,
 * or that would have to be checked. */
char *oc_blocks_row(const struct oc_rank_blocks *blocks);

/* Length of the own block; of uniform ones, of each. */
size_t oc_blocks_bytes(const struct oc_communicator *comm, const struct oc_rank_blocks *blocks);

/* Copies one view to another, of the same rank. */
void oc_coll_copy(struct oc_collective *call, const struct oc_view *from, const struct oc_view *to);

#if OC_CHECKS
/* Blocks, one for each rank (of an intercommunicator: of the other group): their arrays, and each
 * of them. */
int oc_check_blocks(const struct oc_communicator *comm, const struct oc_rank_blocks *blocks);
int oc_check_some_blocks(const struct oc_communicator *comm, const struct oc_rank_blocks *blocks,
                         int number);

/* Blocks sent and received, so many, that the standard does not allow to be in one buffer, unless
 * one side has no data. */
int oc_check_distinct_lists(const struct oc_communicator *comm, const struct oc_rank_blocks *from,
                            int sent, const struct oc_rank_blocks *to, int received);
#else
#define oc_check_blocks oc_passed
#define oc_check_some_blocks oc_passed
#define oc_check_distinct_lists oc_passed
#endif

static inline int oc_check_distinct_blocks(const struct oc_communicator *comm,
                                           const struct oc_rank_blocks *from, int sent,
                                           const struct oc_rank_blocks *to, int received) {
    if (!to->uniform)
        return oc_check_distinct_lists(comm, from, sent, to, received);
    return sent && received && to->count ? oc_check_distinct(comm, from->buffer, to->buffer)
                                         : MPI_SUCCESS;
}

#endif
