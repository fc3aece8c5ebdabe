/* Memory for the duration of a call. It is on the stack if it is small, otherwise on the heap. */
#ifndef MPI_COLLECTIVE_SCRATCH_H
#define MPI_COLLECTIVE_SCRATCH_H

#include <stdbool.h>
#include <stddef.h>

struct oc_scratch {
    void *data;
    max_align_t small[16];
};

/* Takes `bytes` bytes of memory; returns false if there is none. */
bool oc_scratch_take(struct oc_scratch *scratch, size_t bytes);
void oc_scratch_free(struct oc_scratch *scratch);

#endif
