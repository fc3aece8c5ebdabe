#include "mpi/collective/cells.h"

#include "mpi/core/fibre.h"
#include "mpi/core/request.h"

/* Whether a header belongs to this operation but has a different length. */
static bool is_other_length(const struct oc_cell_call *call, uint32_t header) {
    return header != call->header &&
           header >> OC_CELL_LENGTH_BITS == call->header >> OC_CELL_LENGTH_BITS;
}

void oc_cell_sleep(struct oc_cell_call *call, const volatile uint32_t *header) {
    const struct oc_communicator *comm = call->collective.comm;
    struct oc_request why;
    uint32_t seen;
    oc_request_fill(&why, comm, comm->context + OC_CONTEXT_COLLECTIVE, NULL, call->bytes,
                    OC_EVERYBODY, call->collective.tag);
    while ((seen = hal_observe(header)) != call->header) {
        if (is_other_length(call, seen)) {
            /* Does not wait, but lets a nonblocking collective report this when it is completed. */
            if (oc_await_on_fibre)
                oc_await_on_fibre(header, ~seen);
            oc_coll_keep_error(&call->collective,
                               seen > call->header ? MPI_ERR_TRUNCATE : MPI_ERR_COUNT);
            return;
        }
        if (!oc_await_on_fibre || !oc_await_on_fibre(header, seen))
            oc_await(header, seen, &why);
    }
}

void oc_cells_hand_down(const struct oc_cell_call *call, int from, const struct oc_cell *data) {
    const struct oc_cell_level *at = call->cells->level + from;
    while (at-- != call->cells->level)
        for (int i = 0; i < at->others; i++)
            oc_cell_store(call, at->other[i].down, data);
}

/* Operands are combined in the order of groups, each time in the memory of the later one. */
struct oc_cell *oc_cells_climb(struct oc_cell_call *call, int level, struct oc_cell *mine,
                               size_t count, const struct oc_reduction *reduction) {
    const struct oc_cell_level *at = &call->cells->level[level - 1];
    struct oc_cell *sum = at->own ? NULL : mine;
    for (int i = 0; i < at->others; i++) {
        struct oc_cell *other = oc_cell_await(call, at->other[i].from);
        if (sum)
            oc_coll_reduce(&call->collective, reduction, sum->word, other->word, count,
                           call->bytes);
        sum = other;
        if (i + 1 == at->own) {
            oc_coll_reduce(&call->collective, reduction, sum->word, mine->word, count, call->bytes);
            sum = mine;
        }
    }
    return sum;
}
