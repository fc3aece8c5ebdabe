/* Memory of windows: what the library allocates, and what is attached. */
#ifndef MPI_WINDOW_MEMORY_H
#define MPI_WINDOW_MEMORY_H

#include <stdlib.h>

#include "mpi/window/window.h"

/* Memory for a window, aligned for every datatype; not null for 0 bytes either. Null: there is
 * none. */
void *oc_window_memory(size_t bytes);

/* Memory that is attached to a dynamic window, in its list. */
struct oc_region {
    struct oc_region *next;
    char *base;
    size_t bytes;
};

/* Where the list points to the region that begins at `base`, or to its end. */
struct oc_region **oc_region_place(struct oc_window *window, const void *base);

/* Takes the region that a link of a list points to out of it. */
static inline void oc_region_remove(struct oc_region **at) {
    struct oc_region *region = *at;
    *at = region->next;
    free(region);
}

/* That a window is dynamic. */
int oc_check_dynamic(const struct oc_window *window);

#endif
