#include <stdlib.h>
#include <string.h>

#include "mpi/collective/agree_run.h"
#include "mpi/collective/blocks.h"
#include "mpi/transport/native/collective/cost.h"
#include "mpi/transport/native/collective/exposure.h"
#include "mpi/transport/native/inbox.h"

/* Whether all ranks have blocks of `bytes` bytes, which is not 0. The ranks agree by messages. */
static bool is_common(const struct oc_communicator *comm, size_t bytes) {
    struct oc_collective call = {comm, OC_TAG_ALLTOALL, MPI_SUCCESS};
    uint64_t own = bytes ? (uint64_t) ~(uint32_t)bytes << 32 | (uint32_t)bytes : 0, common = own;
    oc_agree(&call, &common);
    return own && common == own && !call.error;
}

/* Whether an all-to-all uses direct access to memory. Where inboxes take long messages, as on
 * Linux, messages take less time if a rank's blocks have more than OC_PIECE_BYTES in total. */
bool oc_alltoall_is_direct(struct oc_communicator *comm, size_t bytes, bool is_piece) {
    if (!oc_can_expose(comm))
        return false;
    return bytes * (size_t)comm->size <= OC_PIECE_BYTES ||
           (!OC_LONG_BYTES && is_common(comm, is_piece ? bytes : 0));
}

/* Whether an all-to-all of blocks of this length takes less time in rounds. The barrier keeps the
 * last answer. */
static bool takes_rounds(const struct oc_communicator *comm, size_t bytes) {
    struct oc_barrier *barrier = comm->barrier;
    if (barrier->rounds_for != bytes) {
        barrier->rounds_for = bytes;
        barrier->takes_rounds = oc_cost_rounds_are_shorter(oc_shape_known(comm), bytes);
    }
    return barrier->takes_rounds;
}

/* Returns the block length by which all ranks choose an algorithm: that of the blocks that rank 0
 * sends. So all ranks choose the same algorithm even if their lengths differ, which is an error,
 * and no rank waits for ever. This rank receives blocks of `bytes` bytes, and sends blocks of `own`
 * bytes. It asks rank 0 only if the ranks have not agreed on `bytes` and might exchange such blocks
 * in rounds. */
static size_t common_length(const struct oc_exposure *exposure, size_t bytes, size_t own) {
    const struct oc_communicator *comm = exposure->call.comm;
    size_t size = (size_t)comm->size;
    enum { UNKNOWN, NEVER, SOMETIMES };
    uint8_t *rounds = &comm->barrier->rounds_without_agreement;
    if (bytes * size > OC_PIECE_BYTES)
        return bytes;
    if (*rounds == UNKNOWN)
        *rounds = oc_cost_rounds_are_shorter(oc_shape_known(comm), OC_PIECE_BYTES / size)
                      ? SOMETIMES
                      : NEVER;
    if (*rounds == NEVER)
        return bytes;
    size_t first = oc_exposed_by(exposure, 0).bytes;
    return first == own * size ? own : first / size;
}

/* Exposes the blocks and fetches those of the other ranks. A rank with a wrong length still takes
 * part, so that others do not wait for ever. */
int oc_alltoall_direct(const struct oc_communicator *comm, const struct oc_view *from,
                       const struct oc_view *to, size_t bytes) {
    struct oc_exposure exposure = oc_exposure_begin(comm, OC_TAG_ALLTOALL);
    struct oc_view sent = *from;
    size_t own = from->bytes == to->bytes ? bytes : from->bytes / (size_t)comm->size;
    bool in_place = from->data == to->data && to->bytes;
    /* The received data will overwrite the data to send, so the latter are copied first. */
    if (in_place && !(sent.data = malloc(sent.bytes))) {
        oc_coll_keep_error(&exposure.call, MPI_ERR_NO_MEM);
        sent.bytes = own = 0;
    }
    if (in_place && sent.bytes)
        memcpy(sent.data, from->data, sent.bytes);
    oc_expose_both(&exposure, sent.data, sent.bytes, to->data, to->bytes);
    struct oc_fetch fetch = {.count = comm->size,
                             .own = comm->rank,
                             .from = (size_t)comm->rank * bytes,
                             .to = to->data,
                             .to_step = bytes,
                             .bytes = bytes,
                             .limit = PTRDIFF_MAX,
                             .expected = to->bytes};
    struct oc_gift gift = {.data = sent.data,
                           .step = own,
                           .bytes = own,
                           .at = (size_t)comm->rank * own,
                           .expected = sent.bytes};
    size_t common = common_length(&exposure, bytes, own);
    if (takes_rounds(comm, common))
        oc_exchange_in_rounds(&exposure, &fetch, &gift, common);
    else
        oc_exchange_others(&exposure, &fetch, &gift);
    if (!in_place) {
        struct oc_view mine = {(char *)from->data + (size_t)comm->rank * own, own, NULL};
        struct oc_view place = {(char *)to->data + (size_t)comm->rank * bytes, bytes, NULL};
        oc_coll_copy(&exposure.call, &mine, &place);
    }
    int error = oc_exposure_end(&exposure);
    if (in_place)
        free(sent.data);
    return error;
}
