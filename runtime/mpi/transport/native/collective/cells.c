#include "mpi/collective/cells.h"

#include "mpi/core/fibre.h"
#include "mpi/core/request.h"

/* Whether a cell's header belongs to this operation, but tells another length of data. */
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
            /* The header differs from ~seen, so oc_await_on_fibre() does not wait. But the call
             * makes a nonblocking collective report the error only when the collective is
             * completed. */
            if (oc_await_on_fibre)
                oc_await_on_fibre(header, ~seen);
            oc_coll_keep_error(&call->collective,
                               seen > call->header ? MPI_ERR_TRUNCATE : MPI_ERR_COUNT);
            return;
        }
        oc_await_anywhere(header, seen, &why);
    }
}

void oc_cells_hand_down(const struct oc_cell_call *call, int from, const struct oc_cell *data) {
    const struct oc_cell_level *at = call->cells->level + from;
    while (at-- != call->cells->level)
        for (int i = 0; i < at->others; i++)
            oc_cell_store(call, at->other[i], data);
}
