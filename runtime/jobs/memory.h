/* Memory of a micro-kernel. */
#ifndef JOBS_MEMORY_H
#define JOBS_MEMORY_H

#include <stdlib.h>

/* Returns `memory`, or ends the program if it is null: others would wait for ever for a
 * micro-kernel that has no memory for its part of the protocol. */
static inline void *oc_needed(void *memory) {
    if (!memory)
        abort();
    return memory;
}

#endif
