/* Copying what goes in a line. */
#ifndef MPI_CORE_COPY_H
#define MPI_CORE_COPY_H

#include <stdint.h>
#include <string.h>

/* A word of anything. */
typedef uint32_t __attribute__((may_alias)) oc_word;

/* So many bytes, up to a whole word. */
static inline size_t oc_whole_words(size_t bytes) {
    return (bytes + 3) / 4 * 4;
}

/* memcpy() of a few bytes, most often whole words. */
static inline void oc_copy(void *to, const void *from, size_t bytes) {
    if (((uintptr_t)to | (uintptr_t)from | bytes) % 4 == 0) {
        oc_word *target = to;
        const oc_word *source = from;
        for (const oc_word *end = source + bytes / 4; source != end;)
            *target++ = *source++;
    } else {
        memcpy(to, from, bytes);
    }
}

#endif
