#include "mpi/collective/cells.h"

/* Combines operands towards place 0, from which the result returns on the same tree. In each round
 * one rank of a pair stores its operand into a cell of the other, and later gets the result in its
 * own cell, so no cell is used twice. A rank waits only for the ranks below it in the tree and for
 * the result. */
static struct oc_cell *combine_on_tree(struct oc_cell_call *call, struct oc_cell *sum, size_t count,
                                       const struct oc_reduction *reduction) {
    const struct oc_cells *cells = call->cells;
    const hal_address *to = cells->to, *end = to + cells->rounds;
    struct oc_cell *two = cells->from;
    for (unsigned bit = cells->first; to != end && !(cells->place & bit); bit *= 2, to++, two += 2)
        sum = oc_cells_combine(call, sum, two, false, count, reduction);
    if (to != end) {
        oc_cell_store(call, *to, sum);
        sum = oc_cell_await(call, two);
    }
    while (to != cells->to)
        oc_cell_store(call, *--to, sum);
    return sum;
}

/* Recursive doubling: in each round, both ranks compute the result. */
int oc_allreduce_cells_unmarked(const struct oc_communicator *comm, const void *mine, void *result,
                                size_t count, size_t bytes, const struct oc_reduction *reduction) {
    struct oc_cell_call call = oc_cells_begin_joint(comm, OC_TAG_ALLREDUCE, bytes);
    const struct oc_cells *cells = call.cells;
    struct oc_cell own, *sum = &own, *two = cells->from;
    const hal_address *to = cells->to, *end = to + cells->rounds;
    unsigned place = cells->place;
    own.header = call.header;
    oc_copy(own.word, mine, bytes);
    if (HAL_IS_CROWDED()) {
        sum = combine_on_tree(&call, sum, count, reduction);
        to = end;
    }
    for (unsigned bit = cells->first; to != end; bit *= 2, two += 2) {
        oc_cell_store(&call, *to++, sum);
        sum = oc_cells_combine(&call, sum, two, place & bit, count, reduction);
    }
    if (__builtin_expect(cells->partner != 0, false) && !HAL_IS_CROWDED()) {
        if (place & 1)
            sum = oc_cells_result(&call);
        else
            oc_cell_store(&call, cells->partner, sum);
    }
    oc_copy(result, sum->word, bytes);
    return oc_cells_end_joint(&call);
}
