/* A buffer of blocks, one for each rank, as the arguments of MPI_Alltoallv and MPI_Alltoallw
 * describe it. */
#ifndef MPI_COLLECTIVE_BLOCKS_H
#define MPI_COLLECTIVE_BLOCKS_H

#include "mpi/collective/collective.h"
#include "mpi/core/derived.h"
#include "mpi/core/list.h"
#include "mpi/error/pure.h"

/* In a neighbourhood collective there is a block for each neighbour; the neighbour's number is then
 * used in place of a rank. */
struct oc_rank_blocks {
    void *buffer;
    bool uniform; /* each block has `count` elements, and the blocks follow each other */
    bool same;    /* all ranks use the same block */
    ptrdiff_t count;
    struct oc_list counts;        /* number of elements in each block */
    struct oc_list displacements; /* in extents of the type or, if `each` is set, in bytes */
    bool each;                    /* each block has its own datatype */
    MPI_Datatype type;
    const MPI_Datatype *types;
};

static inline struct oc_rank_blocks oc_blocks_uniform(const void *buffer, ptrdiff_t count,
                                                      MPI_Datatype type) {
    return (struct oc_rank_blocks){
        .buffer = (void *)buffer, .uniform = true, .count = count, .type = type};
}

/* One block that is the same for all ranks. */
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

/* The extent in bytes of the elements, if the addresses of the blocks can be computed quickly. The
 * blocks must have one datatype, with a scale (core/datatype.h), and either one count or counts and
 * displacements of type int. 0 if the blocks are described otherwise. */
size_t oc_blocks_plain_extent(const struct oc_rank_blocks *blocks);

/* Opens the block of a rank as contiguous bytes; the caller closes the view. If there is an error,
 * it is noted in `call`, and the view is empty. */
struct oc_view oc_block_open(struct oc_collective *call, const struct oc_rank_blocks *blocks,
                             int rank, int access);
void oc_block_close(struct oc_view *view);

/* Does what oc_block_open() does, faster if many blocks of one list are opened. `extent` is
 * oc_blocks_plain_extent() of the list. */
static inline struct oc_view oc_block_open_next(struct oc_collective *call,
                                                const struct oc_rank_blocks *blocks, size_t extent,
                                                int rank, int access) {
    if (__builtin_expect(!extent, false))
        return oc_block_open(call, blocks, rank, access);
    ptrdiff_t count, at;
    if (!blocks->uniform) {
        count = ((const int *)blocks->counts.first)[rank];
        at = ((const int *)blocks->displacements.first)[rank];
    } else {
        count = blocks->count;
        at = blocks->same ? 0 : rank * count;
    }
    return (struct oc_view){(char *)blocks->buffer + at * (ptrdiff_t)extent, (size_t)count * extent,
                            NULL};
}

/* The address of the first block, if all blocks are contiguous bytes and follow each other in the
 * order of ranks. Null if they are not, or if this is not quickly known. */
char *oc_blocks_row(const struct oc_rank_blocks *blocks);

/* Opens all blocks as one view. Returns false if oc_blocks_row() returns null or if a word cannot
 * hold the total length. Such blocks need no other check. */
bool oc_blocks_open_row(const struct oc_communicator *comm, const struct oc_rank_blocks *blocks,
                        struct oc_view *view);

/* The length in bytes of this rank's block. If the blocks are uniform, all blocks have this
 * length. */
size_t oc_blocks_bytes(const struct oc_communicator *comm, const struct oc_rank_blocks *blocks);

/* Copies data from one view to another. If their lengths differ, notes an error in `call`. */
void oc_coll_copy(struct oc_collective *call, const struct oc_view *from, const struct oc_view *to);

#if OC_CHECKS
/* Check the arrays that describe blocks, and each block. There is a block for each rank or, in an
 * intercommunicator, for each rank of the other group. */
int oc_check_blocks(const struct oc_communicator *comm, const struct oc_rank_blocks *blocks);
int oc_check_some_blocks(const struct oc_communicator *comm, const struct oc_rank_blocks *blocks,
                         int number);

/* Checks that sent and received blocks are not in one buffer, unless the standard allows this or
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
