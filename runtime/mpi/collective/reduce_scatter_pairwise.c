#include <string.h>

#include "mpi/collective/collective.h"
#include "mpi/collective/scratch.h"
#include "mpi/collective/shares.h"

/* Partial results of a rank's share. Operands arrive in falling order of ranks: first this rank's
 * own, then those of the ranks below it down to rank 0, and then those of the ranks above it from
 * the highest one down. This needs two partial results, each of consecutive ranks. */
struct partial {
    void *lower;  /* combined operands of this rank and of ranks below it */
    void *higher; /* result of ranks above it */
    void *other;
    size_t count;
    size_t bytes;
    const struct oc_reduction *reduction;
};

static void take_in(struct oc_collective *call, struct partial *partial, int from) {
    int rank = call->comm->rank;
    if (from == call->comm->size - 1) {
        void *operand = partial->other;
        partial->other = partial->higher;
        partial->higher = operand;
    } else {
        oc_coll_reduce(call, partial->reduction, partial->other,
                       from < rank ? partial->lower : partial->higher, partial->count,
                       partial->bytes);
    }
}

static void collect(struct oc_collective *call, struct partial *partial, const char *mine,
                    const struct oc_shares *shares) {
    int rank = call->comm->rank, size = call->comm->size;
    for (int distance = 1; distance < size; distance++) {
        int to = oc_rank_round(rank + distance, size), from = oc_rank_round(rank - distance, size);
        oc_coll_sendrecv(call, to, mine + oc_shares_before(shares, to) * shares->element_bytes,
                         oc_share_bytes(shares, to), from, partial->other, partial->bytes);
        take_in(call, partial, from);
    }
    if (rank < size - 1)
        oc_coll_reduce(call, partial->reduction, partial->lower, partial->higher, partial->count,
                       partial->bytes);
}

int oc_reduce_scatter_pairwise(const struct oc_communicator *comm, const void *mine, void *result,
                               const struct oc_shares *shares,
                               const struct oc_reduction *reduction) {
    struct oc_collective call = {comm, OC_TAG_REDUCE_SCATTER, MPI_SUCCESS};
    size_t bytes = oc_share_bytes(shares, comm->rank);
    struct oc_scratch scratch;
    if (!oc_scratch_take(&scratch, 3 * bytes))
        return MPI_ERR_NO_MEM;
    char *room = scratch.data;
    struct partial partial = {
        room, room + bytes, room + 2 * bytes, oc_share_count(shares, comm->rank), bytes, reduction};
    const char *own =
        (const char *)mine + oc_shares_before(shares, comm->rank) * shares->element_bytes;
    if (bytes)
        memcpy(partial.lower, own, bytes);
    collect(&call, &partial, mine, shares);
    if (bytes)
        memcpy(result, comm->rank < comm->size - 1 ? partial.higher : partial.lower, bytes);
    oc_scratch_free(&scratch);
    return call.error;
}
