#include <errno.h>
#include <stdlib.h>

#include "libc/memory/chunk.h"

void *(calloc)(size_t count, size_t size) {
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes)) {
        errno = ENOMEM;
        return NULL;
    }
    return __oc_malloc(bytes); /* which gives zeros */
}
