/* Memory that the library allocates for windows, and memory that is attached to dynamic windows. */
#ifndef MPI_WINDOW_MEMORY_H
#define MPI_WINDOW_MEMORY_H

#include <stdlib.h>

#include "mpi/window/window.h"

/* Allocates memory for a window, aligned for every datatype. Returns null only if there is no
 * memory, not for 0 bytes. */
void *oc_window_memory(size_t bytes);

/* Memory that is attached to a dynamic window; an entry of the window's list. */
struct oc_region {
    struct oc_region *next;
    char *base;
    size_t bytes;
};

/* Returns the address of the pointer in the window's list that points to the region that begins at
 * `base`. If there is no such region, returns the address of the null pointer at the end of the
 * list. */
struct oc_region **oc_region_place(struct oc_window *window, const void *base);

/* Removes a region from the list and frees it; *at points to the region. */
static inline void oc_region_remove(struct oc_region **at) {
    struct oc_region *region = *at;
    *at = region->next;
    free(region);
}

/* Checks that a window is dynamic. */
int oc_check_dynamic(const struct oc_window *window);

#endif
