#include "mpi/collective/cells.h"

/* An allreduce by recursive doubling. In each round, both ranks combine their operands. */
int oc_allreduce_cells_doubling(const struct oc_communicator *comm, const void *mine, void *result,
                                size_t count, size_t bytes, const struct oc_reduction *reduction) {
    struct oc_cell_call call = oc_cells_begin_joint(comm, OC_TAG_ALLREDUCE, bytes);
    const struct oc_cells *cells = call.cells;
    struct oc_cell own, *sum = &own, *two = cells->from;
    const hal_address *to = cells->to, *end = to + cells->rounds;
    unsigned place = cells->place;
    own.header = call.header;
    oc_copy(own.word, mine, bytes);
    for (unsigned bit = cells->first; to != end; bit *= 2, two += 2) {
        oc_cell_store(&call, *to++, sum);
        sum = oc_cells_combine(&call, sum, two, place & bit, count, reduction);
    }
    if (__builtin_expect(cells->partner != 0, false)) {
        if (place & 1)
            sum = oc_cells_result(&call);
        else
            oc_cell_store(&call, cells->partner, sum);
    }
    oc_copy(result, sum->word, bytes);
    return oc_cells_end_joint(&call);
}
