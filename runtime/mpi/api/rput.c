#include "mpi/core/sized.h"
#include "mpi/window/request.h"
#include "mpi/window/transfer.h"

int OC_SIZED(PMPI_Rput)(const void *origin, oc_int count, MPI_Datatype type, int rank,
                        MPI_Aint displacement, oc_int target_count, MPI_Datatype target_type,
                        MPI_Win win, MPI_Request *request) {
    struct oc_window *window;
    int error = oc_enter_window_request(OC_CALL("MPI_Rput"), win, rank, request, &window);
    if (error)
        return error;
    struct oc_rma_operation operation =
        oc_operation(origin, oc_fit(count, type), type, rank, displacement,
                     oc_fit(target_count, target_type), target_type);
    return oc_window_request(window, oc_put(window, &operation), request);
}
