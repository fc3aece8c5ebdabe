/* Blocks with a larger alignment than malloc() gives. */
#include <errno.h>
#include <malloc.h>
#include <stdlib.h>

#include "libc/memory/chunk.h"
#include "libc/names/weak.h"

#define PAGE 4096

void *__oc_memalign(size_t alignment, size_t bytes) {
    if (alignment & (alignment - 1)) {
        errno = EINVAL;
        return NULL;
    }
    if (alignment <= ALIGNMENT)
        return __oc_malloc(bytes);
    if (bytes > MOST_BYTES || alignment > MOST_BYTES - bytes) {
        errno = ENOMEM;
        return NULL;
    }
    char *block = __oc_malloc(bytes + alignment);
    if (!block)
        return NULL;
    /* The parts before and after the block are freed. Each is a whole chunk or empty. */
    struct heap *heap = the_heap();
    struct chunk *chunk = chunk_of(block);
    uint32_t before = -(uintptr_t)block & (alignment - 1), size = size_of(chunk) - before;
    __oc_heap_lock();
    if (before) {
        chunk->head -= size;
        chunk = behind(chunk, before);
        chunk->head = size | IN_USE;
        __oc_free(block);
    }
    __oc_heap_cut(heap, chunk, chunk_size(bytes));
    return &chunk->next;
}
ALSO_NAMED(memalign);

void *(aligned_alloc)(size_t alignment, size_t bytes) {
    return __oc_memalign(alignment, bytes);
}

int __oc_posix_memalign(void **block, size_t alignment, size_t bytes) {
    if (alignment < sizeof(void *) || alignment & (alignment - 1))
        return EINVAL;
    const int before = errno;
    void *given = __oc_memalign(alignment, bytes);
    errno = before;
    if (!given)
        return ENOMEM;
    *block = given;
    return 0;
}
ALSO_NAMED(posix_memalign);

WEAK void *valloc(size_t bytes) {
    return __oc_memalign(PAGE, bytes);
}

WEAK void *pvalloc(size_t bytes) {
    return __oc_memalign(PAGE, (bytes + PAGE - 1) & -(size_t)PAGE);
}
