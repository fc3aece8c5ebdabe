#include "mpi/window/accumulate.h"

int PMPI_Compare_and_swap(const void *origin, const void *compare, void *result, MPI_Datatype type,
                          int rank, MPI_Aint displacement, MPI_Win win) {
    hal_address at;
    struct oc_window *window = oc_enter_window("MPI_Compare_and_swap", win);
    if (!window)
        return MPI_ERR_WIN;
    if (oc_is_int(type) && oc_is_word_at(origin) && oc_is_word_at(compare) &&
        oc_is_word_at(result) && (at = oc_plain_word(window, rank, displacement))) {
        *(oc_word *)result =
            oc_word_compare_swap(at, *(const oc_word *)compare, *(const oc_word *)origin);
        return MPI_SUCCESS;
    }
    struct oc_rma_operation operation = oc_operation(origin, 1, type, rank, displacement, 1, type);
    return oc_compare_swap(window, &operation, compare, result);
}
