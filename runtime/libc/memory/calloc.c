#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "libc/memory/chunk.h"

void *(calloc)(size_t count, size_t bytes) {
    size_t all;
    if (__builtin_mul_overflow(count, bytes, &all)) {
        errno = ENOMEM;
        return NULL;
    }
    void *block = __oc_malloc(all);
    return block ? memset(block, 0, all) : NULL;
}
