#include "mpi/collective/cells.h"

/* A reduction along a binomial tree, with a round for each bit of the places. In a round, each rank
 * whose place differs from the root's in this bit sends its operand, and has then done its part. If
 * the root is the higher rank of a pair, the lower rank collects all operands for it. */
int oc_reduce_cells_on_tree(const struct oc_communicator *comm, const void *mine, void *result,
                            size_t count, size_t bytes, const struct oc_reduction *reduction,
                            int root) {
    struct oc_cell_call call = oc_cells_begin(comm, OC_TAG_REDUCE, bytes);
    const struct oc_cells *cells = call.cells;
    struct oc_cell own, *sum = &own, *two = cells->from;
    const hal_address *to = cells->to, *end = to + cells->rounds;
    unsigned place = cells->place, differs = place ^ (oc_cells_place(root, cells->paired) & ~1u);
    own.header = call.header;
    oc_copy(own.word, mine, bytes);
    for (unsigned bit = cells->first; to != end && !(differs & bit); bit *= 2, to++, two += 2)
        sum = oc_cells_combine(&call, sum, two, place & bit, count, reduction);
    if (to != end || comm->rank != root)
        oc_cell_store(&call, to != end ? *to : cells->partner, sum);
    if (comm->rank == root) {
        if (to != end)
            sum = oc_cells_result(&call);
        oc_copy(result, sum->word, bytes);
    }
    return oc_cells_end(&call);
}
