#include "hal/store.h"
#include "mpi/collective/choose.h"
#include "mpi/transport/native/collective/chain.h"
#include "mpi/transport/native/collective/cost.h"
#include "mpi/transport/native/collective/exposure.h"

/* Few data: all ranks fetch all from the root. Others: each rank fetches its piece, of whole lines,
 * from the root, and then the pieces of the others from them (van de Geijn's scatter and
 * allgather). */
static int direct(const struct oc_communicator *comm, char *data, size_t bytes, int root,
                  bool is_whole) {
    struct oc_exposure exposure = oc_exposure_begin(comm, OC_TAG_BCAST);
    int size = comm->size, number = oc_rank_round(comm->rank - root, size) - 1;
    size_t lines = (bytes + HAL_LINE_BYTES - 1) / HAL_LINE_BYTES, others = (size_t)size - 1;
    size_t piece = is_whole ? bytes : (lines + others - 1) / others * HAL_LINE_BYTES;
    size_t offset = is_whole ? 0 : (size_t)number * piece;
    oc_expose(&exposure, data, bytes);
    if (number >= 0 && offset < bytes)
        oc_fetch_exposed(&exposure, root, offset, data + offset,
                         oc_piece_bytes(bytes - offset, piece, 0), bytes);
    if (is_whole)
        return oc_exposure_end(&exposure);
    hal_finish_all();
    oc_expose(&exposure, data, bytes);
    if (number >= 0)
        oc_fetch_others(&exposure, &(struct oc_fetch){.first = root + 1,
                                                      .stride = 1,
                                                      .count = size - 1,
                                                      .own = number,
                                                      .from_step = piece,
                                                      .to = data,
                                                      .to_step = piece,
                                                      .bytes = piece,
                                                      .limit = bytes,
                                                      .expected = bytes});
    return oc_exposure_end(&exposure);
}

/* Returns OC_BY_MESSAGES if messages take less time. */
static __attribute__((noinline)) int without_messages(struct oc_communicator *comm, void *data,
                                                      size_t bytes, int root) {
    int size = comm->size;
    uint32_t chain = oc_cost_bcast_chain(size, bytes), whole = oc_cost_bcast_whole(size, bytes);
    uint32_t pieces = oc_cost_bcast_pieces(size, bytes), least = whole < pieces ? whole : pieces;
    if (oc_cost_bcast_binomial(size, bytes) < (chain < least ? chain : least) ||
        !oc_can_expose(comm))
        return OC_BY_MESSAGES;
    return chain < least ? oc_bcast_chain(comm, data, bytes, root)
                         : direct(comm, data, bytes, root, whole < pieces);
}

int oc_bcast_long_ordinary(struct oc_communicator *comm, void *data, size_t bytes, int root) {
    int error = oc_may_be_direct(comm) ? without_messages(comm, data, bytes, root) : OC_BY_MESSAGES;
    return error == OC_BY_MESSAGES ? oc_bcast_binomial(comm, data, bytes, root) : error;
}
