#include "mpi/type/run.h"

#include <stdint.h>
#include <string.h>

/* A word that may alias an object of any type. */
typedef uint32_t __attribute__((may_alias)) word;

/* Blocks of few aligned words, such as columns of a matrix, are copied without a call for each. */
#define FEW_BYTES 64

static bool is_few_words(const struct oc_run *run, const char *packed) {
    uintptr_t low = (uintptr_t)run->at | (uintptr_t)run->stride | (uintptr_t)packed | run->bytes;
    return run->bytes <= FEW_BYTES && !(low & 3);
}

/* Called with constant `words`, so that there is no inner loop. */
__attribute__((always_inline)) static inline void pack_words(const struct oc_run *run, word *to,
                                                             size_t words) {
    const char *at = run->at;
    for (size_t i = run->count; i; i--, at += run->stride, to += words)
#pragma GCC unroll 4
        for (size_t j = 0; j < words; j++)
            to[j] = ((const word *)at)[j];
}

__attribute__((always_inline)) static inline void unpack_words(const struct oc_run *run,
                                                               const word *from, size_t words) {
    char *at = run->at;
    for (size_t i = run->count; i; i--, at += run->stride, from += words)
#pragma GCC unroll 4
        for (size_t j = 0; j < words; j++)
            ((word *)at)[j] = from[j];
}

void oc_run_pack(const struct oc_run *run, char *packed) {
    if (!is_few_words(run, packed)) {
        const char *at = run->at;
        for (size_t i = 0; i < run->count; i++, at += run->stride, packed += run->bytes)
            memcpy(packed, at, run->bytes);
    } else if (run->bytes == 4) {
        pack_words(run, (word *)packed, 1);
    } else if (run->bytes == 8) {
        pack_words(run, (word *)packed, 2);
    } else {
        pack_words(run, (word *)packed, run->bytes / 4);
    }
}

void oc_run_unpack(const struct oc_run *run, const char *packed) {
    if (!is_few_words(run, packed)) {
        char *at = run->at;
        for (size_t i = 0; i < run->count; i++, at += run->stride, packed += run->bytes)
            memcpy(at, packed, run->bytes);
    } else if (run->bytes == 4) {
        unpack_words(run, (const word *)packed, 1);
    } else if (run->bytes == 8) {
        unpack_words(run, (const word *)packed, 2);
    } else {
        unpack_words(run, (const word *)packed, run->bytes / 4);
    }
}
