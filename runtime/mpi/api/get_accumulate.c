#include "mpi/core/sized.h"
#include "mpi/window/accumulate.h"

int OC_SIZED(PMPI_Get_accumulate)(const void *origin, oc_int count, MPI_Datatype type, void *result,
                                  oc_int result_count, MPI_Datatype result_type, int rank,
                                  MPI_Aint displacement, oc_int target_count,
                                  MPI_Datatype target_type, MPI_Op op, MPI_Win win) {
    struct oc_window *window = oc_enter_window(OC_CALL("MPI_Get_accumulate"), win);
    if (!window)
        return MPI_ERR_WIN;
    struct oc_rma_operation operation =
        oc_operation(origin, oc_fit(count, type), type, rank, displacement,
                     oc_fit(target_count, target_type), target_type);
    if (result_type == type && result_count == count && oc_is_buffer(result) &&
        oc_accumulate_plain(window, &operation, op, result))
        return MPI_SUCCESS;
    struct oc_fetched fetched = {result, oc_fit(result_count, result_type), result_type};
    return oc_accumulate(window, &operation, op, &fetched);
}
