#include "mpi/window/check.h"
#include "mpi/window/memory.h"

struct oc_region **oc_region_place(struct oc_window *window, const void *base) {
    struct oc_region **at = &window->regions;
    while (*at && (*at)->base != base)
        at = &(*at)->next;
    return at;
}

int oc_check_dynamic(const struct oc_window *window) {
    if (window->flavor == MPI_WIN_FLAVOR_DYNAMIC)
        return MPI_SUCCESS;
    return oc_raise(window->comm, MPI_ERR_RMA_FLAVOR,
                    "the window has memory of its own|one of MPI_Win_create_dynamic", 0, 0);
}
