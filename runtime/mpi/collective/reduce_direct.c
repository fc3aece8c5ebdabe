#include <stdlib.h>
#include <string.h>

#include "hal/store.h"
#include "mpi/collective/exposure.h"
#include "mpi/collective/scratch.h"
#include "mpi/collective/shares.h"
#include "mpi/core/request.h"

/* The most bytes of operands that a rank has fetched and not reduced yet. */
#define ROOM 4096

/* Ranks whose operands are reduced: first, first + stride, and so on. */
struct members {
    int first, stride, count;
    int own; /* this rank's number among them */
};

/* A range of bytes of each member's operand, which this rank reduces in parts, so that little
 * memory is needed. While it reduces a part, it fetches the next one. */
struct reduction {
    const struct oc_reduction *operation;
    struct members members;
    const char *mine; /* the range of this rank's operand */
    char *result;
    size_t offset, bytes; /* of the range */
    size_t total;         /* bytes that each member exposes */
    size_t element, part; /* bytes */
};

static size_t part_at(const struct reduction *reduction, size_t at) {
    size_t left = reduction->bytes - at;
    return left < reduction->part ? left : reduction->part;
}

/* Starts to fetch the part at `at` of all operands. */
static void fetch(struct oc_exposure *exposure, const struct reduction *reduction, size_t at,
                  char *room) {
    size_t bytes = part_at(reduction, at), part = reduction->part, total = reduction->total;
    size_t offset = reduction->offset + at;
    struct members members = reduction->members;
    for (int number = members.own + 1;; number++) {
        if (number == members.count)
            number = 0;
        if (number == members.own)
            break;
        oc_fetch_exposed(exposure, members.first + number * members.stride, offset,
                         room + (size_t)number * part, bytes, total);
    }
    memcpy(room + (size_t)members.own * part, reduction->mine + at, bytes);
}

/* Reduces a part in the order of ranks. */
static void reduce(struct oc_exposure *exposure, const struct reduction *reduction, size_t at,
                   char *room) {
    size_t bytes = part_at(reduction, at), count = bytes / reduction->element;
    char *sum = room;
    for (int number = 1; number < reduction->members.count; number++, sum += reduction->part)
        oc_coll_reduce(&exposure->call, reduction->operation, sum, sum + reduction->part, count,
                       bytes);
    memcpy(reduction->result + at, sum, bytes);
}

/* A step: exposes `data`, of which the range is a part, and reduces the range. */
static void reduce_range(struct oc_exposure *exposure, struct reduction *reduction,
                         const void *data) {
    struct oc_scratch scratch;
    size_t members = (size_t)reduction->members.count;
    size_t elements = reduction->element ? ROOM / members / reduction->element : 1;
    reduction->part = reduction->element * (elements ? elements : 1);
    bool is_whole = reduction->part >= reduction->bytes;
    if (is_whole)
        reduction->part = reduction->bytes;
    size_t all = reduction->part * members;
    bool has_room = oc_scratch_take(&scratch, is_whole ? all : 2 * all);
    if (!has_room)
        oc_coll_keep_error(&exposure->call, MPI_ERR_NO_MEM);
    oc_expose(exposure, data, reduction->total);
    if (!has_room)
        return;
    char *now = scratch.data, *next = now + all;
    if (reduction->bytes)
        fetch(exposure, reduction, 0, now);
    for (size_t at = 0; at < reduction->bytes; at += reduction->part) {
        hal_finish_all();
        if (at + reduction->part < reduction->bytes)
            fetch(exposure, reduction, at + reduction->part, next);
        reduce(exposure, reduction, at, now);
        char *done = now;
        now = next;
        next = done;
    }
    oc_scratch_free(&scratch);
}

int oc_reduce_scatter_direct(const struct oc_communicator *comm, const void *mine, void *result,
                             size_t bytes, const struct oc_shares *shares,
                             const struct oc_reduction *operation) {
    struct oc_exposure exposure = oc_exposure_begin(comm, OC_TAG_REDUCE_SCATTER);
    struct oc_scratch scratch;
    bool in_place = mine == result;
    size_t offset = oc_shares_before(shares, comm->rank) * shares->element_bytes;
    struct reduction share = {.operation = operation,
                              .members = {0, 1, comm->size, comm->rank},
                              .mine = (const char *)mine + offset,
                              .result = result,
                              .offset = offset,
                              .bytes = oc_share_bytes(shares, comm->rank),
                              .total = bytes,
                              .element = shares->element_bytes};
    /* In place, the result takes the room of the first rank's share, which that rank may not have
     * fetched yet. */
    if (!oc_scratch_take(&scratch, in_place ? share.bytes : 0))
        return MPI_ERR_NO_MEM;
    if (in_place)
        share.result = scratch.data;
    reduce_range(&exposure, &share, mine);
    int error = oc_exposure_end(&exposure);
    if (in_place)
        memcpy(result, scratch.data, share.bytes);
    oc_scratch_free(&scratch);
    return error;
}

/* Fetches the shares of the other members of a group. */
static void collect(struct oc_exposure *exposure, const struct oc_shares *shares,
                    const struct members *group, char *result) {
    size_t element = shares->element_bytes;
    for (int number = group->own + 1;; number++) {
        if (number == group->count)
            number = 0;
        if (number == group->own)
            break;
        size_t bytes = oc_share_count(shares, number) * element;
        if (bytes)
            oc_fetch_exposed(exposure, group->first + number, 0,
                             result + oc_shares_before(shares, number) * element, bytes, bytes);
    }
}

/* In groups of consecutive ranks, each rank reduces its share of its group's operands; then, with
 * the ranks that have this share in other groups, its share of all. */
int oc_reduce_direct(const struct oc_communicator *comm, const void *mine, void *result,
                     size_t count, size_t bytes, const struct oc_reduction *operation, int root,
                     int size) {
    struct oc_exposure exposure =
        oc_exposure_begin(comm, root == OC_EVERYBODY ? OC_TAG_ALLREDUCE : OC_TAG_REDUCE);
    struct members group = {.stride = 1,
                            .count = size,
                            .own = size == comm->size ? comm->rank : comm->rank & (size - 1)};
    group.first = comm->rank - group.own;
    struct oc_shares shares = oc_shares_even(count, bytes, size);
    bool gets_all = root == OC_EVERYBODY || root == comm->rank;
    struct oc_scratch scratch;
    struct reduction share = {.operation = operation,
                              .members = group,
                              .offset = oc_shares_before(&shares, group.own) * shares.element_bytes,
                              .bytes = oc_share_bytes(&shares, group.own),
                              .total = bytes,
                              .element = shares.element_bytes};
    if (!oc_scratch_take(&scratch, 2 * share.bytes))
        return MPI_ERR_NO_MEM;
    char *own = gets_all ? (char *)result + share.offset : scratch.data;
    char *of_group = (char *)scratch.data + share.bytes;
    share.mine = (const char *)mine + share.offset;
    share.result = size == comm->size ? own : of_group;
    reduce_range(&exposure, &share, mine);
    if (size < comm->size) {
        share.members = (struct members){group.own, size, comm->size / size, comm->rank / size};
        share.mine = of_group;
        share.result = own;
        share.offset = 0;
        share.total = share.bytes;
        reduce_range(&exposure, &share, of_group);
    }
    oc_expose(&exposure, own, share.bytes);
    if (gets_all)
        collect(&exposure, &shares, &group, result);
    int error = oc_exposure_end(&exposure);
    oc_scratch_free(&scratch);
    return error;
}
