#include "mpi/window/accumulate.h"
#include "mpi/core/sized.h"

int OC_SIZED(PMPI_Accumulate)(const void *origin, oc_int count, MPI_Datatype type, int rank,
                              MPI_Aint displacement, oc_int target_count, MPI_Datatype target_type,
                              MPI_Op op, MPI_Win win) {
    struct oc_window *window = oc_enter_window(OC_CALL("MPI_Accumulate"), win);
    if (!window)
        return MPI_ERR_WIN;
    oc_word before;
    if (count == 1 && target_count == 1 && type == target_type && op != MPI_NO_OP &&
        oc_accumulate_word(window, origin, &before, type, rank, displacement, op))
        return MPI_SUCCESS;
    struct oc_rma_operation operation =
        oc_operation(origin, oc_fit(count, type), type, rank, displacement,
                     oc_fit(target_count, target_type), target_type);
    if (oc_accumulate_plain(window, &operation, op, NULL))
        return MPI_SUCCESS;
    return oc_accumulate(window, &operation, op, NULL);
}
