/* What malloc has given. */
#include <malloc.h>
#include <stdio.h>

#include "libc/memory/chunk.h"
#include "libc/names/weak.h"

WEAK size_t malloc_usable_size(void *block) {
    return block ? chunk_of(block)->size - CHUNK_HEADER : 0;
}

struct mallinfo __oc_mallinfo(void) {
    struct mallinfo info = {0};
    __oc_lock_acquire(&__lock___libc_recursive_mutex);
    info.arena = (size_t)(__oc_heap.top - __oc_heap.start);
    for (const struct chunk *chunk = __oc_heap.free; chunk; chunk = chunk->next) {
        info.ordblks++;
        info.fordblks += chunk->size;
    }
    __oc_lock_release(&__lock___libc_recursive_mutex);
    info.uordblks = info.arena - info.fordblks;
    return info;
}
ALSO_NAMED(mallinfo);

WEAK void malloc_stats(void) {
    struct mallinfo info = __oc_mallinfo();
    fprintf(stderr, "heap %zu bytes, in use %zu, free %zu in %zu blocks\n", (size_t)info.arena,
            (size_t)info.uordblks, (size_t)info.fordblks, (size_t)info.ordblks);
}

WEAK int mallopt(int parameter, int value) {
    (void)parameter, (void)value;
    return 1;
}
