#include "hal/store.h"
#include "mpi/collective/choose.h"
#include "mpi/transport/native/collective/chain.h"
#include "mpi/transport/native/collective/cost.h"
#include "mpi/transport/native/collective/exposure.h"
#include "mpi/transport/native/collective/pipeline.h"

/* The least bytes of a piece that keeps a link busy for longer than it takes to start a
 * transfer. */
#define LONG_PIECE 256

/* If `is_whole`, all ranks fetch all data from the root. Otherwise each rank gets its piece, which
 * consists of whole lines, from the root, and then exchanges pieces with the other ranks (van de
 * Geijn's scatter and allgather). The root puts every second long piece, and ranks fetch the rest,
 * so requests and answers carry half of the data each. Ranks fetch all short pieces, because the
 * root would take longer to start their puts than the link to carry them. */
static int direct(const struct oc_communicator *comm, char *data, size_t bytes, int root,
                  bool is_whole) {
    struct oc_exposure exposure = oc_exposure_begin(comm, OC_TAG_BCAST);
    int size = comm->size, number = oc_rank_round(comm->rank - root, size) - 1;
    size_t lines = (bytes + HAL_LINE_BYTES - 1) / HAL_LINE_BYTES, others = (size_t)size - 1;
    size_t piece = is_whole ? bytes : (lines + others - 1) / others * HAL_LINE_BYTES;
    size_t offset = is_whole ? 0 : (size_t)number * piece;
    bool is_long = piece >= LONG_PIECE;
    oc_expose_both(&exposure, data, bytes, data, bytes);
    if (number >= 0 && offset < bytes && (is_whole || !is_long || !(number & 1)))
        oc_fetch_exposed(&exposure, root, offset, data + offset,
                         oc_piece_bytes(bytes - offset, piece, 0), bytes);
    if (is_whole)
        return oc_exposure_end(&exposure);
    if (number < 0 && is_long)
        for (int other = 1; other < size - 1 && (offset = (size_t)other * piece) < bytes;
             other += 2)
            oc_give_exposed(&exposure, oc_rank_round(root + 1 + other, size), offset, data + offset,
                            oc_piece_bytes(bytes - offset, piece, 0), bytes);
    hal_finish_all();
    oc_expose_both(&exposure, data, bytes, data, bytes);
    struct oc_fetch fetch = {.first = root + 1,
                             .count = size - 1,
                             .own = number,
                             .from_step = piece,
                             .to = data,
                             .to_step = piece,
                             .bytes = piece,
                             .limit = bytes,
                             .expected = bytes};
    if (number >= 0 && is_long)
        oc_exchange_others(&exposure, &fetch,
                           &(struct oc_gift){.data = data + offset,
                                             .bytes = oc_piece_bytes(bytes, piece, number),
                                             .at = offset,
                                             .expected = bytes});
    else if (number >= 0)
        oc_fetch_others(&exposure, &fetch);
    return oc_exposure_end(&exposure);
}

enum { BY_MESSAGES, PIPELINE, CHAIN, WHOLE, PIECES };

static int choose(int size, size_t bytes) {
    bool has_lanes = hal_is_direct() && hal_transfers() >= HAL_LANES - 1;
    uint32_t cost[] = {oc_cost_bcast_binomial(size, bytes),
                       has_lanes ? oc_cost_bcast_pipeline(size, bytes) : UINT32_MAX,
                       hal_is_direct() ? UINT32_MAX : oc_cost_bcast_chain(size, bytes),
                       oc_cost_bcast_whole(size, bytes), oc_cost_bcast_pieces(size, bytes)};
    int best = BY_MESSAGES;
    for (int other = PIPELINE; other <= PIECES; other++)
        if (cost[other] < cost[best])
            best = other;
    return best;
}

/* Returns OC_BY_MESSAGES if messages take less time. */
static __attribute__((noinline)) int without_messages(struct oc_communicator *comm, void *data,
                                                      size_t bytes, int root) {
    struct oc_barrier *barrier = comm->barrier ? comm->barrier : oc_barrier_of(comm);
    if (!barrier)
        return OC_BY_MESSAGES;
    if (barrier->chosen_for != bytes) {
        barrier->chosen_for = bytes;
        barrier->chosen = (uint8_t)choose(comm->size, bytes);
    }
    int how = barrier->chosen;
    if (how == BY_MESSAGES || (!barrier->counter && !oc_can_expose(comm)))
        return OC_BY_MESSAGES;
    if (how == PIPELINE)
        return oc_bcast_pipeline(comm, data, bytes, root);
    return how == CHAIN ? oc_bcast_chain(comm, data, bytes, root)
                        : direct(comm, data, bytes, root, how == WHOLE);
}

int oc_bcast_long_ordinary(struct oc_communicator *comm, void *data, size_t bytes, int root) {
    int error = oc_may_be_direct(comm) ? without_messages(comm, data, bytes, root) : OC_BY_MESSAGES;
    return error == OC_BY_MESSAGES ? oc_bcast_binomial(comm, data, bytes, root) : error;
}
