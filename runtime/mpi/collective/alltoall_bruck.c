#include <string.h>

#include "mpi/collective/blocks.h"
#include "mpi/collective/scratch.h"
#include "mpi/core/copy.h"

/* Memory of Bruck's algorithm. Blocks travel in rounds, one for each bit of a block's number, from
 * the lowest bit to the highest. Block i travels in a round if the round's bit is set in i. It then
 * moves to the rank whose distance is the value of this bit. */
struct buffers {
    char *blocks; /* blocks for all ranks, that for this rank first */
    char *out;    /* blocks to be sent in a round: at most half of all */
    char *in;     /* blocks received in a round: at most half of all */
    size_t bytes; /* in a block */
    int ranks;
};

/* For a few words, a call of memcpy() would take as long as the copy itself. */
static inline void copy(void *to, const void *from, size_t bytes) {
    if (bytes <= 32)
        oc_copy(to, from, bytes);
    else
        memcpy(to, from, bytes);
}

/* Copies the blocks that travel in the round of `bit` to contiguous memory, or back. These blocks
 * form groups of `bit` adjacent blocks. Returns their total length in bytes. */
static size_t pack_round(const struct buffers *buffers, int bit, char *row, bool into_row) {
    size_t length = 0;
    for (int i = bit; i < buffers->ranks; i += 2 * bit) {
        int together = buffers->ranks - i < bit ? buffers->ranks - i : bit;
        size_t bytes = (size_t)together * buffers->bytes;
        char *block = buffers->blocks + (size_t)i * buffers->bytes;
        copy(into_row ? row + length : block, into_row ? block : row + length, bytes);
        length += bytes;
    }
    return length;
}

static void move(struct oc_collective *call, const struct buffers *buffers) {
    int rank = call->comm->rank, size = call->comm->size;
    for (int bit = 1; bit < size; bit *= 2) {
        size_t bytes = pack_round(buffers, bit, buffers->out, true);
        oc_coll_exchange(call, oc_rank_round(rank + bit, size), buffers->out,
                         oc_rank_round(rank - bit, size), buffers->in, bytes);
        pack_round(buffers, bit, buffers->in, false);
    }
}

/* Copies the blocks from the user's buffer, so that block i is for the rank i places after this
 * one. */
static void rotate_from(const struct buffers *buffers, int rank, const char *from) {
    size_t before = (size_t)rank * buffers->bytes;
    size_t all = (size_t)buffers->ranks * buffers->bytes;
    memcpy(buffers->blocks, from + before, all - before);
    memcpy(buffers->blocks + (all - before), from, before);
}

/* Copies the blocks into the user's buffer. Block i has come from the rank i places before this
 * one. */
static void rotate_to(const struct buffers *buffers, int rank, char *to) {
    for (int i = 0; i < buffers->ranks; i++) {
        int from = oc_rank_round(rank - i, buffers->ranks);
        copy(to + (size_t)from * buffers->bytes, buffers->blocks + (size_t)i * buffers->bytes,
             buffers->bytes);
    }
}

int oc_alltoall_bruck(const struct oc_communicator *comm, const struct oc_view *from,
                      const struct oc_view *to) {
    struct oc_collective call = {comm, OC_TAG_ALLTOALL, MPI_SUCCESS};
    struct oc_scratch scratch;
    struct buffers buffers = {.bytes = to->bytes / (size_t)comm->size, .ranks = comm->size};
    size_t half = (size_t)(comm->size + 1) / 2 * buffers.bytes;
    if (!oc_scratch_take(&scratch, to->bytes + 2 * half))
        return MPI_ERR_NO_MEM;
    buffers.blocks = scratch.data;
    buffers.out = buffers.blocks + to->bytes;
    buffers.in = buffers.out + half;
    rotate_from(&buffers, comm->rank, from->data);
    move(&call, &buffers);
    rotate_to(&buffers, comm->rank, to->data);
    oc_scratch_free(&scratch);
    return call.error;
}
