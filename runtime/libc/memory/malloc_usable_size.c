#include <malloc.h>
#include <string.h>

#include "libc/memory/chunk.h"
#include "libc/names/weak.h"
#include "libc/posix/calls.h"

WEAK size_t malloc_usable_size(void *block) {
    return block ? chunk_of(block)->size - HEADER : 0;
}

/* picolibc's malloc_stats() prints this structure. */
struct mallinfo __oc_mallinfo(void) {
    struct mallinfo info;
    memset(&info, 0, sizeof info);
    __oc_heap_acquire();
    for (const struct chunk *chunk = __oc_heap_free; chunk; chunk = chunk->next) {
        info.ordblks++;
        info.fordblks += chunk->size;
    }
    info.arena = (size_t)(__oc_heap_top - __oc_heap_start);
    info.uordblks = info.arena - info.fordblks;
    __oc_heap_release();
    return info;
}
ALSO_NAMED(mallinfo);
