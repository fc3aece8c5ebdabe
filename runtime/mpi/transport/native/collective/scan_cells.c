#include "mpi/collective/cells.h"
#include "mpi/transport/native/collective/level.h"

/* The operands of all ranks before this one, combined. Rank 0 has none. */
struct before {
    bool is_there;
    struct oc_cell cell;
};

/* Combines the operands of `lower`, which come before those in `before`, with the latter. */
static void take_in(struct oc_cell_call *call, struct before *before, const struct oc_cell *lower,
                    size_t count, const struct oc_reduction *reduction) {
    if (before->is_there)
        oc_coll_reduce(&call->collective, reduction, lower->word, before->cell.word, count,
                       call->bytes);
    else
        before->cell = *lower;
    before->is_there = true;
}

/* Returns the combined operands of this rank and all ranks before it. */
static struct oc_cell up_to_here(struct oc_cell_call *call, const struct before *before,
                                 const void *mine, size_t count,
                                 const struct oc_reduction *reduction) {
    struct oc_cell sum;
    oc_copy(sum.word, mine, call->bytes);
    if (before->is_there)
        oc_coll_reduce(&call->collective, reduction, before->cell.word, sum.word, count,
                       call->bytes);
    return sum;
}

/* A scan by the rounds of an allreduce (allreduce_cells.c). If the other rank of a round is lower,
 * this rank combines the operands of that rank with those before its own. At the end, the lower
 * rank of each pair sends the higher one the operands of all ranks up to itself. */
int oc_scan_cells(const struct oc_communicator *comm, const void *mine, void *result, size_t count,
                  size_t bytes, const struct oc_reduction *reduction, bool exclusive) {
    int level_before = oc_level_begin(comm);
    struct oc_cell_call call = oc_cells_begin_joint(comm, OC_TAG_SCAN, bytes);
    const struct oc_cells *cells = call.cells;
    struct oc_cell own, sum, *all = &own, *two = cells->from;
    struct before before = {.is_there = false};
    const hal_address *to = cells->to, *end = to + cells->rounds;
    unsigned place = cells->place;
    oc_copy(own.word, mine, bytes);
    for (unsigned bit = cells->first; to != end; bit *= 2, two += 2) {
        bool is_higher = place & bit;
        oc_cell_store(&call, *to++, all);
        all = oc_cells_combine(&call, all, two, is_higher, count, reduction);
        if (is_higher && bit != OC_PAIRS_BIT)
            take_in(&call, &before, two + call.second, count, reduction);
    }
    if (cells->partner && (place & 1))
        take_in(&call, &before, oc_cells_result(&call), count, reduction);
    sum = up_to_here(&call, &before, mine, count, reduction);
    if (cells->partner && !(place & 1))
        oc_cell_store(&call, cells->partner, &sum);
    if (!exclusive)
        oc_copy(result, sum.word, bytes);
    else if (before.is_there)
        oc_copy(result, before.cell.word, bytes);
    int error = oc_cells_end_joint(&call);
    oc_level_end(level_before);
    return error;
}
