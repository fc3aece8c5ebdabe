#include <errno.h>
#include <malloc.h>
#include <stdlib.h>

#include "libc/memory/chunk.h"
#include "libc/names/weak.h"

#define PAGE 4096

void *__oc_memalign(size_t alignment, size_t bytes) {
    if (!alignment || alignment & (alignment - 1)) {
        errno = EINVAL;
        return NULL;
    }
    if (alignment <= CHUNK_ALIGNMENT)
        return __oc_malloc(bytes);
    if (bytes > CHUNK_LARGEST - alignment) {
        errno = ENOMEM;
        return NULL;
    }
    char *block = __oc_malloc(bytes + alignment);
    if (!block)
        return NULL;
    struct chunk *chunk = chunk_of(block);
    uint32_t before = -(uintptr_t)block & (alignment - 1);
    if (before) {
        struct chunk *aligned = chunk_of(block + before);
        aligned->size = chunk->size - before;
        chunk->size = before;
        __oc_free(block);
        chunk = aligned;
    }
    __oc_chunk_cut(chunk, chunk_bytes(bytes));
    return chunk_block(chunk);
}
ALSO_NAMED(memalign);

void *(aligned_alloc)(size_t alignment, size_t bytes) {
    return __oc_memalign(alignment, bytes);
}

WEAK int posix_memalign(void **block, size_t alignment, size_t bytes) {
    if (alignment % sizeof(void *))
        return EINVAL;
    int before = errno;
    void *made = __oc_memalign(alignment, bytes);
    int result = made ? 0 : errno;
    errno = before;
    if (made)
        *block = made;
    return result;
}

WEAK void *valloc(size_t bytes) {
    return __oc_memalign(PAGE, bytes);
}

WEAK void *pvalloc(size_t bytes) {
    return __oc_memalign(PAGE, (bytes + PAGE - 1) & -(size_t)PAGE);
}
