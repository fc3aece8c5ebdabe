#include "mpi/window/memory.h"

#include <stdlib.h>

void *oc_window_memory(size_t bytes) {
    size_t align = _Alignof(max_align_t);
    return aligned_alloc(align, (bytes + align) / align * align);
}
