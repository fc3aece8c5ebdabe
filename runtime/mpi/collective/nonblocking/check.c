#include "mpi/error/check.h"
#include "mpi/collective/blocks.h"
#include "mpi/collective/nonblocking/operation.h"
#include "mpi/error/raise.h"

static struct oc_rank_blocks blocks_of(const struct oc_side *side) {
    if (side->many && !side->type)
        return oc_blocks_w(side->buffer, side->counts, side->displacements, side->types);
    if (side->many)
        return oc_blocks_v(side->buffer, side->counts, side->displacements, side->type);
    return oc_blocks_uniform(side->buffer, (ptrdiff_t)side->count, side->type);
}

static int check_counts(const struct oc_communicator *comm, struct oc_list counts) {
    if (!counts.first)
        return oc_raise(comm, MPI_ERR_ARG, "counts are null|an array of # integers", comm->size, 0);
    for (int rank = 0; rank < comm->size; rank++)
        if (oc_list_at(counts, (size_t)rank) < 0)
            return oc_raise(comm, MPI_ERR_COUNT, "count # of rank # is invalid|0 or more",
                            (long)oc_list_at(counts, (size_t)rank), rank);
    return MPI_SUCCESS;
}

static int check_operands(const struct oc_communicator *comm, const struct oc_side *side) {
    struct oc_view view;
    int error = side->many ? check_counts(comm, side->counts) : MPI_SUCCESS;
    ptrdiff_t count = side->many ? 0 : (ptrdiff_t)side->count;
    if (error || (error = oc_check_operands(comm, side->buffer, count, side->type, 0, &view)))
        return error;
    oc_view_close(&view);
    return MPI_SUCCESS;
}

static int check_side(const struct oc_communicator *comm, const struct oc_arguments *arguments,
                      const struct oc_side *side, bool is_significant) {
    bool is_there = side->type || side->many;
    if (!is_significant || !is_there || side->buffer == MPI_IN_PLACE)
        return MPI_SUCCESS;
    if (arguments->op)
        return check_operands(comm, side);
    struct oc_rank_blocks blocks = blocks_of(side);
    if (!arguments->neighbors)
        return oc_check_blocks(comm, &blocks);
    bool sends = side == &arguments->from;
    return oc_check_some_blocks(comm, &blocks,
                                sends ? arguments->destinations : arguments->sources);
}

int oc_check_arguments(const struct oc_communicator *comm, const struct oc_arguments *arguments) {
    const struct oc_side *from = &arguments->from, *to = &arguments->to;
    struct oc_reduction reduction;
    enum oc_rooted rooted = arguments->rooted;
    bool is_root = arguments->root == comm->rank;
    int error;
    if (comm->local)
        return MPI_SUCCESS;
    if ((rooted && (error = oc_check_root(comm, arguments->root))) ||
        (error = check_side(comm, arguments, from, rooted != OC_ROOT_SENDS || is_root)) ||
        (error = check_side(comm, arguments, to, rooted != OC_ROOT_RECEIVES || is_root)))
        return error;
    return arguments->op ? oc_check_reduction(comm, arguments->op, to->type, &reduction)
                         : MPI_SUCCESS;
}
