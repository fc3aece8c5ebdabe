/* memcpy() for the chip. picolibc's version is built for size and moves one byte at a time. This
 * version moves words, sixteen bytes in each iteration of its loop. If source and target are not
 * equally aligned, it shifts the words. */
#ifndef HAL_CHIP_COPY_H
#define HAL_CHIP_COPY_H

/* Without these options, the compiler would replace the loops in this file by calls of memcpy(),
 * and would compute the pointers again after each loop, which takes more cycles than keeping
 * them. */
#pragma GCC optimize("no-tree-loop-distribute-patterns", "no-tree-scev-cprop")

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "link/variant.h"

/* The implementations of memcpy() for programs without threads and with threads. */
OC_VARIANTS(memcpy, hal_memcpy, hal_thread_memcpy);

/* A word that may be part of any object. */
typedef uint32_t __attribute__((may_alias)) copied_word;

/* Copies between a source and a target that are not equally aligned. Fewer than FEW_SHIFTED bytes
 * are copied faster byte by byte. */
#define FEW_SHIFTED 12
void *hal_copy_shifted(void *restrict to, const void *restrict from, size_t bytes);

static inline __attribute__((always_inline)) void *
copy_words(void *restrict to, const void *restrict from, size_t bytes) {
    char *target = to;
    const char *source = from, *end = source + bytes;
    if (__builtin_expect(((uintptr_t)target ^ (uintptr_t)source) & 3, 0)) {
        if (bytes >= FEW_SHIFTED)
            return hal_copy_shifted(to, from, bytes);
    } else if (bytes >= 4) {
        while ((uintptr_t)source & 3)
            *target++ = *source++;
        uintptr_t last = (uintptr_t)end - 16; /* the last start of 16 bytes */
        while ((uintptr_t)source <= last) {
            /* The loads come first, because using a value in the instruction after its load stalls
             * the core. */
            uint32_t a = ((const copied_word *)source)[0], b = ((const copied_word *)source)[1];
            uint32_t c = ((const copied_word *)source)[2], d = ((const copied_word *)source)[3];
            ((copied_word *)target)[0] = a;
            ((copied_word *)target)[1] = b;
            ((copied_word *)target)[2] = c;
            ((copied_word *)target)[3] = d;
            source += 16;
            target += 16;
        }
        last = (uintptr_t)end - 4;
        while ((uintptr_t)source <= last) {
            *(copied_word *)target = *(const copied_word *)source;
            source += 4;
            target += 4;
        }
    }
    while (source != end)
        *target++ = *source++;
    return to;
}

#endif
