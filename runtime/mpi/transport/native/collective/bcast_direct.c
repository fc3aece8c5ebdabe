#include "hal/store.h"
#include "mpi/collective/choose.h"
#include "mpi/transport/native/collective/chain.h"
#include "mpi/transport/native/collective/cost.h"
#include "mpi/transport/native/collective/exposure.h"
#include "mpi/transport/native/collective/pipeline.h"
#include "mpi/transport/native/collective/ring.h"

/* If `is_whole` is set, all ranks fetch all data from the root. Otherwise each rank fetches its
 * piece from the root, and then the pieces of the other ranks (van de Geijn's scatter and
 * allgather). */
static int direct(const struct oc_communicator *comm, char *data, size_t bytes, int root,
                  bool is_whole) {
    struct oc_exposure exposure = oc_exposure_begin(comm, OC_TAG_BCAST);
    int size = comm->size, number = oc_rank_round(comm->rank - root, size) - 1;
    size_t piece = is_whole ? bytes : comm->barrier->piece;
    size_t offset = is_whole ? 0 : (size_t)number * piece;
    oc_expose(&exposure, data, bytes);
    if (number >= 0 && offset < bytes)
        oc_fetch_exposed(&exposure, root, offset, data + offset,
                         oc_piece_bytes(bytes - offset, piece, 0), bytes);
    if (!is_whole) {
        oc_exposure_meet(&exposure);
        struct oc_fetch fetch = {.first = root + 1,
                                 .count = size - 1,
                                 .own = number,
                                 .from_step = piece,
                                 .to = data,
                                 .to_step = piece,
                                 .bytes = piece,
                                 .limit = bytes,
                                 .expected = bytes};
        if (number >= 0)
            oc_fetch_others(&exposure, &fetch);
    }
    return oc_exposure_end(&exposure);
}

enum { BY_MESSAGES, RING, PIPELINE, CHAIN, WHOLE, PIECES };

static int choose(const struct oc_shape *shape, size_t bytes) {
    int size = shape->ranks;
    bool has_lanes = hal_is_direct() && hal_transfers() >= HAL_LANES - 1;
    uint32_t cost[] = {oc_cost_bcast_binomial(size, bytes),
                       has_lanes ? oc_cost_bcast_ring(shape, bytes) : UINT32_MAX,
                       has_lanes ? oc_cost_bcast_pipeline(shape, bytes) : UINT32_MAX,
                       hal_is_direct() ? UINT32_MAX : oc_cost_bcast_chain(size, bytes),
                       oc_cost_bcast_whole(size, bytes),
                       has_lanes ? UINT32_MAX : oc_cost_bcast_pieces(shape, bytes)};
    int best = BY_MESSAGES;
    for (int other = RING; other <= PIECES; other++)
        if (cost[other] < cost[best])
            best = other;
    return best;
}

/* Broadcasts with direct access to memory. Returns OC_BY_MESSAGES if messages take less time. */
static __attribute__((noinline)) int without_messages(struct oc_communicator *comm, void *data,
                                                      size_t bytes, int root) {
    struct oc_barrier *barrier = comm->barrier ? comm->barrier : oc_barrier_of(comm);
    if (!barrier)
        return OC_BY_MESSAGES;
    /* For a few words, it is not worth while to find out where the ranks are, if this is the first
     * call. */
    if (bytes <= OC_CELL_BYTES && !barrier->tried && !oc_can_expose(comm))
        return OC_BY_MESSAGES;
    if (barrier->chosen_for != bytes) {
        barrier->chosen_for = bytes;
        barrier->piece = oc_bcast_piece(bytes, comm->size);
        barrier->chosen = (uint8_t)choose(oc_shape_of(comm), bytes);
    }
    int how = barrier->chosen;
    if (how == BY_MESSAGES || ((!barrier->counter || oc_on_fibre()) && !oc_can_expose(comm)))
        return OC_BY_MESSAGES;
    if (how == RING)
        return oc_bcast_ring(comm, data, bytes, root);
    if (how == PIPELINE)
        return oc_bcast_pipeline(comm, data, bytes, root);
    return how == CHAIN ? oc_bcast_chain(comm, data, bytes, root)
                        : direct(comm, data, bytes, root, how == WHOLE);
}

int oc_bcast_long_ordinary(struct oc_communicator *comm, void *data, size_t bytes, int root) {
    const struct oc_barrier *barrier = comm->barrier;
    if (barrier && barrier->chosen_for == bytes && barrier->chosen == RING && barrier->counter &&
        !oc_on_fibre())
        return oc_bcast_ring(comm, data, bytes, root);
    int error = oc_may_be_direct(comm) ? without_messages(comm, data, bytes, root) : OC_BY_MESSAGES;
    return error == OC_BY_MESSAGES ? oc_bcast_binomial(comm, data, bytes, root) : error;
}
