#include "mpi/collective/blocks.h"
#include "mpi/error/check.h"
#include "mpi/error/raise.h"

/* The address to be checked for a block. If the buffer is MPI_BOTTOM, displacements are
 * addresses. */
static const void *address_of(const struct oc_rank_blocks *blocks, int rank) {
    if (blocks->buffer != MPI_BOTTOM || !blocks->each)
        return blocks->buffer;
    return (const void *)(intptr_t)oc_list_at(blocks->displacements, (size_t)rank);
}

int oc_check_blocks(const struct oc_communicator *comm, const struct oc_rank_blocks *blocks) {
    return oc_check_some_blocks(comm, blocks, comm->peers);
}

/* The largest count for which the length in bytes of a block fits into a word, if the block's
 * datatype has a scale (core/datatype.h). */
#define MOST_COUNT (1u << 24)

/* Whether all blocks are so simple that they need no further check. */
static bool are_plain(const struct oc_rank_blocks *blocks, int number) {
    const int *counts = blocks->counts.first;
    int rank = 0;
    if (!blocks->uniform && oc_blocks_plain_extent(blocks))
        while (rank < number && (unsigned)counts[rank] <= MOST_COUNT)
            rank++;
    return rank == number;
}

int oc_check_some_blocks(const struct oc_communicator *comm, const struct oc_rank_blocks *blocks,
                         int number) {
    if (are_plain(blocks, number))
        return MPI_SUCCESS;
    if (!blocks->uniform && (!blocks->counts.first || !blocks->displacements.first))
        return oc_raise(comm, MPI_ERR_ARG, "counts or displacements are null|arrays of # integers",
                        number, 0);
    if (blocks->each && !blocks->types)
        return oc_raise(comm, MPI_ERR_ARG, "datatypes are null|an array of #", number, 0);
    for (int rank = 0; rank < number; rank++) {
        struct oc_view view;
        int error = oc_check_view(comm, address_of(blocks, rank), oc_block_count(blocks, rank),
                                  oc_block_type(blocks, rank), 0, &view);
        if (error)
            return error;
        oc_view_close(&view);
        /* Uniform blocks all have the same count and datatype, so one check is enough. */
        if (blocks->uniform)
            break;
    }
    return MPI_SUCCESS;
}

static bool has_data(const struct oc_rank_blocks *blocks, int number) {
    while (number && !oc_block_count(blocks, number - 1))
        number--;
    return number;
}

int oc_check_distinct_lists(const struct oc_communicator *comm, const struct oc_rank_blocks *from,
                            int sent, const struct oc_rank_blocks *to, int received) {
    if (from->buffer != to->buffer || !has_data(from, sent) || !has_data(to, received))
        return MPI_SUCCESS;
    return oc_check_distinct(comm, from->buffer, to->buffer);
}
