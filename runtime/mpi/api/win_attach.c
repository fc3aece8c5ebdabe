#include <stdlib.h>

#include "hal/store.h"
#include "mpi/window/check.h"
#include "mpi/window/memory.h"

static int check_region(const struct oc_window *window, char *base, MPI_Aint size) {
    if (size < 0)
        return oc_raise(window->comm, MPI_ERR_SIZE, "size # is negative|0 or more", (long)size, 0);
    if (size && !hal_global(base))
        return oc_raise(window->comm, MPI_ERR_RMA_ATTACH,
                        "base $ is not in memory that can be written|# bytes that can",
                        (long)(intptr_t)base, (long)size);
    for (const struct oc_region *other = window->regions; other; other = other->next)
        if (base < other->base + other->bytes && other->base < base + size)
            return oc_raise(window->comm, MPI_ERR_RMA_ATTACH,
                            "memory at $ is attached already, from $ on|detach it first",
                            (long)(intptr_t)base, (long)(intptr_t)other->base);
    return MPI_SUCCESS;
}

int PMPI_Win_attach(MPI_Win win, void *base, MPI_Aint size) {
    struct oc_window *window = oc_enter_window("MPI_Win_attach", win);
    if (!window)
        return MPI_ERR_WIN;
    int error = oc_check_dynamic(window);
    if (error || (error = check_region(window, base, size)))
        return error;
    struct oc_region *region = malloc(sizeof *region);
    if (!region)
        return oc_raise(window->comm, MPI_ERR_RMA_ATTACH, "no memory to attach it", 0, 0);
    *region = (struct oc_region){window->regions, base, (size_t)size};
    window->regions = region;
    return MPI_SUCCESS;
}
