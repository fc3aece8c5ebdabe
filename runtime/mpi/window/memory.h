/* Memory of windows: memory that the library allocates, and memory that is attached. */
#ifndef MPI_WINDOW_MEMORY_H
#define MPI_WINDOW_MEMORY_H

#include <stdlib.h>

#include "mpi/window/window.h"

/* Allocates memory for a window, aligned for every datatype. The result is not null even for 0
 * bytes. Returns null if there is no memory. */
void *oc_window_memory(size_t bytes);

/* Memory attached to a dynamic window, in the window's list. */
struct oc_region {
    struct oc_region *next;
    char *base;
    size_t bytes;
};

/* The pointer in the window's list that points to the region that begins at `base`, or the null
 * pointer at the list's end. */
struct oc_region **oc_region_place(struct oc_window *window, const void *base);

/* Removes and frees the region at a link of the list. */
static inline void oc_region_remove(struct oc_region **at) {
    struct oc_region *region = *at;
    *at = region->next;
    free(region);
}

/* Checks that a window is dynamic. */
int oc_check_dynamic(const struct oc_window *window);

#endif
