#include <stdlib.h>
#include <string.h>

#include "hal/store.h"
#include "mpi/collective/choose.h"
#include "mpi/collective/scratch.h"
#include "mpi/collective/shares.h"
#include "mpi/core/request.h"
#include "mpi/transport/native/collective/cost.h"
#include "mpi/transport/native/collective/exposure.h"
#include "mpi/transport/native/collective/pairs.h"

/* The most bytes of operands that a rank fetches at a time, unless one element of each operand
 * takes more. */
#define ROOM 4096

/* A range of bytes in each member's operand, which this rank reduces. It does so in parts, so that
 * little memory is needed, and fetches the next part while it reduces one. */
struct range {
    const struct oc_reduction *operation;
    struct oc_fetch fetch;
    const char *mine; /* the beginning of the range in this rank's operand */
    char *result;
    size_t bytes, element;
};

/* Starts to fetch one part of the range from all operands. */
static void fetch_part(struct oc_exposure *exposure, struct range *range, size_t at, char *room) {
    struct oc_fetch fetch = range->fetch;
    fetch.from += at;
    fetch.to = room;
    fetch.bytes = oc_piece_bytes(range->bytes - at, fetch.to_step, 0);
    oc_fetch_others(exposure, &fetch);
    memcpy(room + (size_t)fetch.own * fetch.to_step, range->mine + at, fetch.bytes);
}

/* Reduces one part of the range, in the order of ranks. */
static void reduce_part(struct oc_exposure *exposure, const struct range *range, size_t at,
                        char *sum) {
    size_t part = range->fetch.to_step, bytes = oc_piece_bytes(range->bytes - at, part, 0);
    size_t count = bytes / range->element;
    for (int number = 1; number < range->fetch.count; number++, sum += part)
        oc_coll_reduce(&exposure->call, range->operation, sum, sum + part, count, bytes);
    memcpy(range->result + at, sum, bytes);
}

/* A step of a collective: exposes `data`, which include the range, and reduces the range. */
static void reduce_range(struct oc_exposure *exposure, struct range *range, const void *data) {
    size_t members = (size_t)range->fetch.count, part = range->bytes;
    if (part > ROOM || part * members > ROOM) {
        size_t room = ROOM / members;
        part = room < range->element ? range->element : room - room % range->element;
    }
    bool is_whole = part == range->bytes;
    size_t all = part * members;
    range->fetch.to_step = part;
    range->fetch.limit = PTRDIFF_MAX;
    struct oc_scratch memory;
    bool has_room = oc_scratch_take(&memory, is_whole ? all : 2 * all);
    char *now = memory.data, *next = now + all;
    if (!has_room)
        oc_coll_keep_error(&exposure->call, MPI_ERR_NO_MEM);
    oc_expose(exposure, data, range->fetch.expected);
    if (has_room && range->bytes)
        fetch_part(exposure, range, 0, now);
    for (size_t at = 0; has_room && at < range->bytes; at += part) {
        hal_finish_all();
        if (at + part < range->bytes)
            fetch_part(exposure, range, at + part, next);
        reduce_part(exposure, range, at, now);
        char *done = now;
        now = next;
        next = done;
    }
    oc_scratch_free(&memory);
}

/* A reduction with exposed data (exposure.h). Each rank reduces its piece of the data. Then the
 * root, or with OC_EVERYBODY each rank, fetches the pieces of all ranks. Returns OC_BY_MESSAGES if
 * messages take less time. */
static __attribute__((noinline)) int
without_messages(struct oc_communicator *comm, const void *mine, void *result, size_t count,
                 size_t bytes, const struct oc_reduction *operation, int root) {
    size_t ranks = (size_t)comm->size;
    if (oc_cost_reduce_all(oc_shape_of(comm), bytes) >=
            oc_cost_reduce_messages(comm->size, bytes) ||
        !oc_can_expose(comm))
        return OC_BY_MESSAGES;
    struct oc_exposure exposure =
        oc_exposure_begin(comm, root == OC_EVERYBODY ? OC_TAG_ALLREDUCE : OC_TAG_REDUCE);
    bool gets_all = root == OC_EVERYBODY || root == comm->rank;
    size_t element = bytes / count, piece = (count + ranks - 1) / ranks * element;
    size_t offset = (size_t)comm->rank * piece;
    struct oc_fetch all = {
        .count = comm->size, .own = comm->rank, .from = offset, .expected = bytes};
    struct range range = {.operation = operation,
                          .fetch = all,
                          .mine = (const char *)mine + offset,
                          .bytes = oc_piece_bytes(bytes, piece, comm->rank),
                          .element = element};
    struct oc_scratch scratch;
    if (!oc_scratch_take(&scratch, gets_all ? 0 : range.bytes)) {
        oc_coll_keep_error(&exposure.call, MPI_ERR_NO_MEM);
        range.bytes = 0;
    }
    range.result = gets_all ? (char *)result + offset : scratch.data;
    reduce_range(&exposure, &range, mine);
    oc_expose(&exposure, range.result, range.bytes);
    if (gets_all) {
        all.from = 0;
        all.to = result;
        all.to_step = all.bytes = piece;
        all.limit = bytes;
        all.expected = 0;
        oc_fetch_others(&exposure, &all);
    }
    int error = oc_exposure_end(&exposure);
    oc_scratch_free(&scratch);
    return error;
}

/* Whether a reduction by halves (pairs.h) is possible. Operands that fit into a cell come here only
 * if there are no cells yet, so the answer for them is false. It is also false with a heap in DRAM,
 * because the core's data cache may have old copies of the bytes that other ranks overwrite. */
static bool may_halve(struct oc_communicator *comm, size_t bytes,
                      const struct oc_reduction *reduction) {
    return hal_is_direct() && bytes > OC_CELL_BYTES && reduction->fold && oc_cells_of(comm);
}

/* Reduces long operands by halves, in parts. A rank needs the bytes of the result from `at` on, up
 * to `end`. These offsets are multiples of the length of a part, or the end of the data. In a first
 * reduction without data, the ranks compare their lengths, so that none waits for ever if some have
 * long operands and others short ones. (If the number of ranks is not a power of two, ranks with
 * different lengths may still choose different algorithms.) */
static __attribute__((noinline)) int in_parts(const struct oc_communicator *comm, const char *mine,
                                              char *result, size_t at, size_t end, size_t element,
                                              size_t bytes, const struct oc_reduction *reduction) {
    size_t part = oc_halves_part(element);
    int error = oc_allreduce_halves(comm, mine, (char *)mine, 0, bytes, reduction);
    for (size_t done = 0; !error && done < bytes; done += part) {
        size_t now = oc_piece_bytes(bytes - done, part, 0);
        char *to = at <= done && done < end ? result + (done - at) : NULL;
        error = oc_allreduce_halves(comm, mine + done, to, now / element, now, reduction);
    }
    return error;
}

/* Whether a reduction by halves (pairs.h) takes less time than one with exposed data (exposure.h).
 * If the number of ranks is a power of two, it always does, even if only the root needs the
 * result. */
static inline bool halves_are_shorter(struct oc_communicator *comm, size_t bytes) {
    int ranks = comm->size;
    return oc_is_power_of_two(ranks) ||
           (bytes <= OC_HALVES_BYTES &&
            oc_cost_reduce_halves(ranks, bytes) < oc_cost_reduce_all(oc_shape_of(comm), bytes));
}

/* Reduces operands that are too long for one reduction by halves, or for which halves are
 * impossible or slower. */
static __attribute__((noinline)) int long_or_exposed(struct oc_communicator *comm, const void *mine,
                                                     void *result, size_t count, size_t bytes,
                                                     const struct oc_reduction *reduction,
                                                     int root) {
    bool gets_all = root == OC_EVERYBODY || root == comm->rank;
    if (bytes > OC_HALVES_BYTES && halves_are_shorter(comm, bytes) &&
        may_halve(comm, bytes, reduction))
        return in_parts(comm, mine, result, 0, gets_all ? bytes : 0, bytes / count, bytes,
                        reduction);
    return without_messages(comm, mine, result, count, bytes, reduction, root);
}

/* Reduces by direct access to memory, or returns OC_BY_MESSAGES. `root` may be OC_EVERYBODY.
 * Messages always take less time if the operands fit into a cell but there are no cells. */
static int direct(struct oc_communicator *comm, const void *mine, void *result, size_t count,
                  size_t bytes, const struct oc_reduction *reduction, int root) {
    if (bytes <= OC_CELL_BYTES || !oc_may_be_direct(comm))
        return OC_BY_MESSAGES;
    if (bytes <= OC_HALVES_BYTES && halves_are_shorter(comm, bytes) &&
        may_halve(comm, bytes, reduction))
        return oc_allreduce_halves(comm, mine,
                                   root == OC_EVERYBODY || root == comm->rank ? result : NULL,
                                   count, bytes, reduction);
    return long_or_exposed(comm, mine, result, count, bytes, reduction, root);
}

/* A reduce-scatter that performs an allreduce by halves and keeps this rank's share. It needs
 * memory for the parts of the result that contain the share. */
static int scatter_by_halves(const struct oc_communicator *comm, const char *mine, void *result,
                             size_t bytes, size_t offset, const struct oc_shares *shares,
                             const struct oc_reduction *reduction) {
    size_t element = shares->element_bytes, own = oc_share_bytes(shares, comm->rank);
    bool is_short = bytes <= OC_HALVES_BYTES;
    size_t part = is_short ? bytes : oc_halves_part(element), at = offset / part * part;
    size_t end = own ? (offset + own + part - 1) / part * part : at;
    if (end > bytes)
        end = bytes;
    struct oc_scratch scratch;
    bool has_room = oc_scratch_take(&scratch, end - at);
    int error;
    if (!has_room)
        error = oc_allreduce_halves(comm, mine, (char *)mine, 0, 0, reduction);
    else if (is_short)
        error = oc_allreduce_halves(comm, mine, own ? scratch.data : NULL, bytes / element, bytes,
                                    reduction);
    else
        error = in_parts(comm, mine, scratch.data, at, end, element, bytes, reduction);
    if (!has_room)
        return MPI_ERR_NO_MEM;
    if (!error)
        memcpy(result, (char *)scratch.data + (offset - at), own);
    oc_scratch_free(&scratch);
    return error;
}

int oc_reduce_scatter_direct(struct oc_communicator *comm, const void *mine, void *result,
                             size_t bytes, const struct oc_shares *shares,
                             const struct oc_reduction *operation) {
    uint32_t cost = oc_cost_reduce_scatter(oc_shape_of(comm), bytes);
    size_t offset = oc_shares_before(shares, comm->rank) * shares->element_bytes;
    if (bytes && oc_cost_reduce_halves(comm->size, bytes) < cost &&
        may_halve(comm, bytes, operation))
        return scatter_by_halves(comm, mine, result, bytes, offset, shares, operation);
    if (cost >= oc_cost_reduce_messages(comm->size, bytes) || !oc_can_expose(comm))
        return OC_BY_MESSAGES;
    struct oc_exposure exposure = oc_exposure_begin(comm, OC_TAG_REDUCE_SCATTER);
    bool in_place = mine == result;
    struct range range = {
        .operation = operation,
        .fetch = {.count = comm->size, .own = comm->rank, .from = offset, .expected = bytes},
        .mine = (const char *)mine + offset,
        .result = result,
        .bytes = oc_share_bytes(shares, comm->rank),
        .element = shares->element_bytes};
    void *own = NULL;
    /* In place, the result would overwrite the share of the first rank, which that rank may not
     * have fetched yet. */
    if (in_place && range.bytes && !(range.result = own = malloc(range.bytes))) {
        oc_coll_keep_error(&exposure.call, MPI_ERR_NO_MEM);
        range.bytes = 0;
    }
    reduce_range(&exposure, &range, mine);
    int error = oc_exposure_end(&exposure);
    if (own)
        memcpy(result, own, range.bytes);
    free(own);
    return error;
}

int oc_reduce_long(struct oc_communicator *comm, const void *mine, void *result, size_t count,
                   size_t bytes, const struct oc_reduction *reduction, int root) {
    int error = direct(comm, mine, result, count, bytes, reduction, root);
    return error == OC_BY_MESSAGES
               ? oc_reduce_by_messages(comm, mine, result, count, bytes, reduction, root)
               : error;
}

int oc_allreduce_long(struct oc_communicator *comm, const void *mine, void *result, size_t count,
                      size_t bytes, const struct oc_reduction *reduction) {
    int error = direct(comm, mine, result, count, bytes, reduction, OC_EVERYBODY);
    return error == OC_BY_MESSAGES
               ? oc_allreduce_by_messages(comm, mine, result, count, bytes, reduction)
               : error;
}
