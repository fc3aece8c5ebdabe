#include "mpi/core/sized.h"
#include "mpi/window/transfer.h"

__attribute__((noinline)) static int put(MPI_Win win, struct oc_rma_operation operation) {
    struct oc_window *window = oc_enter_window(OC_CALL("MPI_Put"), win);
    return window ? oc_put(window, &operation) : MPI_ERR_WIN;
}

int OC_SIZED(PMPI_Put)(const void *origin, oc_int count, MPI_Datatype type, int rank,
                       MPI_Aint displacement, oc_int target_count, MPI_Datatype target_type,
                       MPI_Win win) {
    struct oc_window *window = oc_windows;
    size_t extent = oc_plain_sides(origin, oc_fit(count, type), type,
                                   oc_fit(target_count, target_type), target_type);
    if (__builtin_expect(window && oc_window_handle(window) == win && extent, true)) {
        size_t bytes = (size_t)count * extent;
        hal_address at = oc_plain_target(window, rank, displacement, bytes);
        if (__builtin_expect(at != 0, true)) {
            oc_process.call = OC_CALL("MPI_Put");
            oc_put_block(&window->target[rank], at, origin, bytes);
            return MPI_SUCCESS;
        }
    }
    return put(win, oc_operation(origin, oc_fit(count, type), type, rank, displacement,
                                 oc_fit(target_count, target_type), target_type));
}
