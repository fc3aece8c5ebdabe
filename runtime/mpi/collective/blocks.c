#include "mpi/collective/blocks.h"

#include <string.h>

#include "mpi/core/datatype.h"
#include "mpi/error/check.h"
#include "mpi/error/plain.h"

/* Limits for the number of blocks and the count of each. Up to these limits, their product times
 * the largest extent of a predefined datatype, 32 bytes, fits into a word. */
#define MOST_BLOCKS (1 << 10)
#define MOST_COUNT (1 << 16)

static MPI_Count extent_of(MPI_Datatype type) {
    MPI_Count size, extent = (MPI_Count)oc_datatype_extent(type);
    if (!extent)
        extent = (MPI_Count)oc_datatype_padded_extent(type);
    if (&oc_derived && !extent)
        oc_derived.measure(type, &size, &extent);
    return extent;
}

/* The offset of a block from the beginning of the buffer, in bytes. */
static MPI_Count offset_of(const struct oc_rank_blocks *blocks, int rank) {
    if (blocks->same)
        return 0;
    if (blocks->each)
        return oc_list_at(blocks->displacements, (size_t)rank);
    MPI_Count extent = extent_of(blocks->type);
    if (blocks->uniform)
        return rank * (MPI_Count)blocks->count * extent;
    return oc_list_at(blocks->displacements, (size_t)rank) * extent;
}

static bool has_ints(const struct oc_rank_blocks *blocks) {
    return !blocks->each && blocks->counts.first && blocks->displacements.first &&
           blocks->counts.entry_bytes == sizeof(int) &&
           blocks->displacements.entry_bytes == sizeof(int);
}

size_t oc_blocks_plain_extent(const struct oc_rank_blocks *blocks) {
    bool is_plain = (blocks->uniform || has_ints(blocks)) &&
                    (uintptr_t)blocks->buffer > (uintptr_t)MPI_IN_PLACE;
    return is_plain ? oc_plain_extent(blocks->type) : 0;
}

char *oc_blocks_row(const struct oc_rank_blocks *blocks) {
    bool is_row = blocks->uniform && !blocks->same && blocks->count > 0 &&
                  oc_plain_extent(blocks->type) &&
                  (uintptr_t)blocks->buffer > (uintptr_t)MPI_IN_PLACE;
    return is_row ? blocks->buffer : NULL;
}

bool oc_blocks_open_row(const struct oc_communicator *comm, const struct oc_rank_blocks *blocks,
                        struct oc_view *view) {
    char *row = oc_blocks_row(blocks);
    if (!row || blocks->count > MOST_COUNT || comm->peers > MOST_BLOCKS)
        return false;
    size_t bytes = (size_t)blocks->count * oc_plain_extent(blocks->type);
    *view = (struct oc_view){row, bytes * (size_t)comm->peers, NULL};
    return true;
}

struct oc_view oc_block_open(struct oc_collective *call, const struct oc_rank_blocks *blocks,
                             int rank, int access) {
    struct oc_view view = OC_NO_VIEW;
    size_t extent = oc_blocks_plain_extent(blocks);
    if (extent)
        return oc_block_open_next(call, blocks, extent, rank, access);
    ptrdiff_t count = oc_block_count(blocks, rank);
    if (!count)
        return view;
    const char *at = (char *)blocks->buffer + offset_of(blocks, rank);
    int error = oc_check_view(call->comm, at, count, oc_block_type(blocks, rank), access, &view);
    if (!error)
        return view;
    oc_coll_keep_error(call, error);
    return OC_NO_VIEW;
}

void oc_block_close(struct oc_view *view) {
    oc_view_close(view);
}

void oc_coll_copy(struct oc_collective *call, const struct oc_view *from,
                  const struct oc_view *to) {
    size_t bytes = from->bytes < to->bytes ? from->bytes : to->bytes;
    if (bytes && from->data != to->data)
        memcpy(to->data, from->data, bytes);
    if (from->bytes != to->bytes)
        oc_coll_keep_error(call, from->bytes > to->bytes ? MPI_ERR_TRUNCATE : MPI_ERR_COUNT);
}

size_t oc_blocks_bytes(const struct oc_communicator *comm, const struct oc_rank_blocks *blocks) {
    struct oc_collective call = {.comm = comm};
    struct oc_view own = oc_block_open(&call, blocks, comm->rank, 0);
    oc_block_close(&own);
    return own.bytes;
}
