#include "hal/store.h"
#include "mpi/collective/choose.h"
#include "mpi/transport/native/collective/chain.h"
#include "mpi/transport/native/collective/cost.h"
#include "mpi/transport/native/collective/exposure.h"
#include "mpi/transport/native/collective/pipeline.h"

/* Ranks look up each other's memory while they wait for their pieces, if there are fewer than this
 * many ranks other than the root. */
#define KNOWN 64

/* The pieces of all ranks other than the root and this rank, which is number `number` after the
 * root. */
static inline struct oc_fetch others_of(char *data, size_t bytes, int root, int others, int number,
                                        size_t piece) {
    return (struct oc_fetch){.first = root + 1,
                             .count = others,
                             .own = number,
                             .from_step = piece,
                             .to = data,
                             .to_step = piece,
                             .bytes = piece,
                             .limit = bytes,
                             .expected = bytes};
}

static int tile_of(const struct oc_communicator *comm, int rank) {
    return hal_tile_of(oc_communicator_world_rank(comm, rank));
}

/* Looks up where other ranks have exposed their data, for the ranks with which this rank will
 * exchange pieces (oc_exchange_others()). Returns false if one of them has exposed data of a
 * different length. */
static bool look_up(const struct oc_exposure *exposure, const struct oc_fetch *fetch,
                    hal_address *known) {
    int number = fetch->own, size = exposure->call.comm->size;
    for (int left = fetch->count / 2; left > 0; left--) {
        number = number + 1 < fetch->count ? number + 1 : 0;
        struct oc_exposed other =
            oc_exposed_by(exposure, oc_rank_round(fetch->first + number, size));
        if (other.bytes != fetch->expected)
            return false;
        known[number] = other.data;
    }
    return true;
}

/* Exchanges pieces with other ranks, whose data are at the addresses in `known`. */
static void exchange_known(const struct oc_fetch *fetch, const struct oc_gift *gift,
                           const hal_address *known) {
    int number = fetch->own, others = fetch->count;
    size_t step = fetch->to_step, at = (size_t)number * step, limit = fetch->limit;
    for (int left = others / 2; left > 0; left--) {
        number++;
        at += step;
        if (number == others) {
            number = 0;
            at = 0;
        }
        hal_address other = known[number];
        if (at < limit)
            hal_get(fetch->to + at, other + at, limit - at < step ? limit - at : step);
        if (gift->bytes && (left > 1 || (others & 1)))
            hal_put(other + gift->at, gift->data, gift->bytes);
    }
}

/* The second step of a broadcast with long pieces, which the ranks exchange. While a rank waits for
 * its own piece, it looks up where the data of the other ranks are. If ranks share tiles, they look
 * this up later: the tile's network interface is busy with the pieces, so that the look-up would
 * take longer than it saves. The root has no piece. */
static void exchange(struct oc_exposure *exposure, char *data, size_t bytes, int root, int number,
                     size_t piece) {
    hal_address known[KNOWN];
    const struct oc_communicator *comm = exposure->call.comm;
    int others = comm->size - 1;
    struct oc_fetch fetch = others_of(data, bytes, root, others, number, piece);
    bool knows = number >= 0 && others < KNOWN && tile_of(comm, 0) != tile_of(comm, 1) &&
                 look_up(exposure, &fetch, known);
    oc_exposure_meet(exposure);
    if (number < 0)
        return;
    struct oc_gift gift = {.data = data + (size_t)number * piece,
                           .bytes = oc_piece_bytes(bytes, piece, number),
                           .at = (size_t)number * piece,
                           .expected = bytes};
    if (knows)
        exchange_known(&fetch, &gift, known);
    else
        oc_exchange_others(exposure, &fetch, &gift);
}

/* If `is_whole` is set, all ranks fetch all data from the root. Otherwise each rank gets its piece
 * from the root, and then exchanges pieces with the other ranks (van de Geijn's scatter and
 * allgather). The root puts every second long piece, and ranks fetch the other long pieces. So the
 * networks of requests and of answers carry half of the data each. Ranks fetch all short pieces:
 * the root would need more time to start their puts than the link needs to carry them. */
static int direct(const struct oc_communicator *comm, char *data, size_t bytes, int root,
                  bool is_whole) {
    struct oc_exposure exposure = oc_exposure_begin(comm, OC_TAG_BCAST);
    int size = comm->size, number = oc_rank_round(comm->rank - root, size) - 1;
    size_t piece = is_whole ? bytes : oc_bcast_piece(bytes, size);
    size_t offset = is_whole ? 0 : (size_t)number * piece;
    bool is_long = !is_whole && piece >= OC_BCAST_LONG_PIECE;
    oc_expose_both(&exposure, data, bytes, data, bytes);
    if (number >= 0 && offset < bytes && (!is_long || !(number & 1)))
        oc_fetch_exposed(&exposure, root, offset, data + offset,
                         oc_piece_bytes(bytes - offset, piece, 0), bytes);
    if (number < 0 && is_long)
        for (int other = 1; other < size - 1 && (offset = (size_t)other * piece) < bytes;
             other += 2)
            oc_give_exposed(&exposure, oc_rank_round(root + 1 + other, size), offset, data + offset,
                            oc_piece_bytes(bytes - offset, piece, 0), bytes);
    if (is_long) {
        exchange(&exposure, data, bytes, root, number, piece);
    } else if (!is_whole) {
        oc_exposure_meet(&exposure);
        struct oc_fetch fetch = others_of(data, bytes, root, size - 1, number, piece);
        if (number >= 0)
            oc_fetch_others(&exposure, &fetch);
    }
    return oc_exposure_end(&exposure);
}

enum { BY_MESSAGES, PIPELINE, CHAIN, WHOLE, PIECES };

static int choose(const struct oc_shape *shape, size_t bytes) {
    int size = shape->ranks;
    bool has_lanes = hal_is_direct() && hal_transfers() >= HAL_LANES - 1;
    uint32_t cost[] = {oc_cost_bcast_binomial(size, bytes),
                       has_lanes ? oc_cost_bcast_pipeline(shape, bytes) : UINT32_MAX,
                       hal_is_direct() ? UINT32_MAX : oc_cost_bcast_chain(size, bytes),
                       oc_cost_bcast_whole(size, bytes), oc_cost_bcast_pieces(shape, bytes)};
    int best = BY_MESSAGES;
    for (int other = PIPELINE; other <= PIECES; other++)
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
        barrier->chosen = (uint8_t)choose(oc_shape_of(comm), bytes);
    }
    int how = barrier->chosen;
    if (how == BY_MESSAGES || ((!barrier->counter || oc_on_fibre()) && !oc_can_expose(comm)))
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
