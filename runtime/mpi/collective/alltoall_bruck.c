#include <string.h>

#include "mpi/collective/blocks.h"
#include "mpi/collective/scratch.h"
#include "mpi/core/copy.h"

/* Blocks under way: number i has still to go as many ranks on as i has bits from the next one to be
 * looked at. */
struct luggage {
    char *blocks; /* of all ranks, from the own one on */
    char *out;    /* room for half of them */
    char *in;     /* as much */
    size_t bytes; /* of a block */
    int ranks;
};

/* A call of memcpy() costs as much as a few words. */
static inline void copy(void *to, const void *from, size_t bytes) {
    if (bytes <= 32)
        oc_copy(to, from, bytes);
    else
        memcpy(to, from, bytes);
}

/* Copies those that go on by `bit` from their places into a row, or back; they stand together,
 * `bit` of them at a time. Gives the row's length. */
static size_t carry(const struct luggage *luggage, int bit, char *row, bool into_row) {
    size_t length = 0;
    for (int i = bit; i < luggage->ranks; i += 2 * bit) {
        int together = luggage->ranks - i < bit ? luggage->ranks - i : bit;
        size_t bytes = (size_t)together * luggage->bytes;
        char *place = luggage->blocks + (size_t)i * luggage->bytes;
        copy(into_row ? row + length : place, into_row ? place : row + length, bytes);
        length += bytes;
    }
    return length;
}

static void move(struct oc_collective *call, const struct luggage *luggage) {
    int rank = call->comm->rank, size = call->comm->size;
    for (int bit = 1; bit < size; bit *= 2) {
        size_t bytes = carry(luggage, bit, luggage->out, true);
        oc_coll_exchange(call, oc_rank_round(rank + bit, size), luggage->out,
                         oc_rank_round(rank - bit, size), luggage->in, bytes);
        carry(luggage, bit, luggage->in, false);
    }
}

/* What the own rank has for the others, from itself on. */
static void turn_out(const struct luggage *luggage, int rank, const char *from) {
    size_t before = (size_t)rank * luggage->bytes;
    size_t all = (size_t)luggage->ranks * luggage->bytes;
    memcpy(luggage->blocks, from + before, all - before);
    memcpy(luggage->blocks + (all - before), from, before);
}

/* Number i has come from the rank i before the own one. */
static void turn_in(const struct luggage *luggage, int rank, char *to) {
    for (int i = 0; i < luggage->ranks; i++) {
        int from = oc_rank_round(rank - i, luggage->ranks);
        copy(to + (size_t)from * luggage->bytes, luggage->blocks + (size_t)i * luggage->bytes,
             luggage->bytes);
    }
}

int oc_alltoall_bruck(const struct oc_communicator *comm, const struct oc_view *from,
                      const struct oc_view *to) {
    struct oc_collective call = {comm, OC_TAG_ALLTOALL, MPI_SUCCESS};
    struct oc_scratch scratch;
    struct luggage luggage = {.bytes = to->bytes / (size_t)comm->size, .ranks = comm->size};
    size_t half = (size_t)(comm->size + 1) / 2 * luggage.bytes;
    if (!oc_scratch_take(&scratch, to->bytes + 2 * half))
        return MPI_ERR_NO_MEM;
    luggage.blocks = scratch.data;
    luggage.out = luggage.blocks + to->bytes;
    luggage.in = luggage.out + half;
    turn_out(&luggage, comm->rank, from->data);
    move(&call, &luggage);
    turn_in(&luggage, comm->rank, to->data);
    oc_scratch_free(&scratch);
    return call.error;
}
