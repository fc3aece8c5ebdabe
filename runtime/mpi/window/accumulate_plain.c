#include "mpi/window/accumulate.h"
#include "mpi/window/lock.h"

bool oc_accumulate_plain(struct oc_window *window, const struct oc_rma_operation *operation,
                         MPI_Op op, void *before) {
    int rank = operation->rank;
    size_t count = (size_t)operation->count;
    size_t extent =
        oc_plain_sides(op == MPI_NO_OP ? before : operation->origin, operation->count,
                       operation->type, operation->target_count, operation->target_type);
    hal_address at = oc_plain_target(window, rank, operation->displacement, count * extent);
    if (!extent || !at)
        return false;
    struct oc_combination how = oc_combination(op, operation->type, extent);
    if (!how.fold && op != MPI_REPLACE && (op != MPI_NO_OP || !before))
        return false;
    if (oc_combines_words(window, &window->target[rank], at, extent)) {
        oc_combine_words(&how, at, operation->origin, before, count);
    } else {
        oc_operands_lock(window, rank);
        oc_combine_blocks(&how, at, operation->origin, before, count);
        oc_operands_unlock(window, rank);
    }
    return true;
}
