/* Memory of a micro-kernel. */
#ifndef JOBS_MEMORY_H
#define JOBS_MEMORY_H

#include <stdlib.h>

/* Returns `memory`, or ends the program if it is null. Without this memory, the micro-kernel could
 * not do its part of the protocol, and the others would wait for ever. */
static inline void *oc_needed(void *memory) {
    if (!memory)
        abort();
    return memory;
}

#endif
