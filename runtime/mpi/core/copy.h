/* Short copies, inlined. */
#ifndef MPI_CORE_COPY_H
#define MPI_CORE_COPY_H

#include <stdint.h>
#include <string.h>

/* A word that may alias objects of any type. */
typedef uint32_t __attribute__((may_alias)) oc_word;

/* Rounds a number of bytes up to whole words. */
static inline size_t oc_whole_words(size_t bytes) {
    return (bytes + 3) / 4 * 4;
}

/* Copies whole words; `bytes` is a multiple of 4. */
static inline void oc_copy_words(void *to, const void *from, size_t bytes) {
    oc_word *target = to;
    const oc_word *source = from;
    const oc_word *end = (const oc_word *)((const char *)from + bytes);
    while (source != end)
        *target++ = *source++;
}

/* memcpy() for a few bytes, which are usually whole words. */
static inline void oc_copy(void *to, const void *from, size_t bytes) {
    if (((uintptr_t)to | (uintptr_t)from | bytes) % 4 == 0)
        oc_copy_words(to, from, bytes);
    else
        memcpy(to, from, bytes);
}

#endif
