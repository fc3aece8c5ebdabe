#include "mpi/window/accumulate.h"

/* MPI_NO_OP ignores the operand, which may be null. */
int PMPI_Fetch_and_op(const void *origin, void *result, MPI_Datatype type, int rank,
                      MPI_Aint displacement, MPI_Op op, MPI_Win win) {
    struct oc_window *window = oc_enter_window("MPI_Fetch_and_op", win);
    if (!window)
        return MPI_ERR_WIN;
    if (oc_accumulate_word(window, origin, result, type, rank, displacement, op))
        return MPI_SUCCESS;
    struct oc_rma_operation operation = oc_operation(origin, 1, type, rank, displacement, 1, type);
    if (oc_is_buffer(result) && oc_accumulate_plain(window, &operation, op, result))
        return MPI_SUCCESS;
    struct oc_fetched fetched = {result, 1, type};
    return oc_accumulate(window, &operation, op, &fetched);
}
