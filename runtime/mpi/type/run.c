#include "mpi/type/run.h"

#include <stdint.h>
#include <string.h>

/* A word that may alias an object of any type. */
typedef uint32_t __attribute__((may_alias)) word;

/* The largest length in bytes of blocks that are copied without a call of memcpy() for each. The
 * blocks must be aligned words, such as columns or short rows of a matrix. For longer blocks,
 * memcpy() is as fast. */
#define ROW_BYTES 256

static bool is_few_words(const struct oc_run *run, const char *packed) {
    uintptr_t low = (uintptr_t)run->at | (uintptr_t)run->stride | (uintptr_t)packed | run->bytes;
    return run->bytes <= ROW_BYTES && !(low & 3);
}

/* Packs blocks of `words` words each. Callers pass a constant, so that the compiler makes no inner
 * loop. */
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

/* Copies `words` words, at most 8; callers pass a constant. All loads come before all stores, so
 * that no store waits for its load. */
__attribute__((always_inline)) static inline void copy_at_once(word *to, const word *from,
                                                               size_t words) {
    word copy[8];
#pragma GCC unroll 8
    for (size_t i = 0; i < words; i++)
        copy[i] = from[i];
#pragma GCC unroll 8
    for (size_t i = 0; i < words; i++)
        to[i] = copy[i];
}

/* Copies a row of `eights` words, a multiple of 8, and `rest` words, fewer than 8. */
static inline void copy_words(word *to, const word *from, size_t eights, size_t rest) {
    for (const word *end = from + eights; from != end; to += 8, from += 8)
        copy_at_once(to, from, 8);
    if (!rest)
        return;
    if (rest >= 4) {
        copy_at_once(to, from, 4);
        to += 4;
        from += 4;
        rest -= 4;
    }
    for (; rest; rest--)
        *to++ = *from++;
}

static void pack_rows(const struct oc_run *run, word *to) {
    const char *at = run->at;
    size_t words = run->bytes / 4;
    for (size_t i = run->count; i; i--, at += run->stride, to += words)
        copy_words(to, (const word *)at, words / 8 * 8, words % 8);
}

static void unpack_rows(const struct oc_run *run, const word *from) {
    char *at = run->at;
    size_t words = run->bytes / 4;
    for (size_t i = run->count; i; i--, at += run->stride, from += words)
        copy_words((word *)at, from, words / 8 * 8, words % 8);
}

/* Two words, which one load and one store of a floating-point register move. */
typedef double __attribute__((may_alias)) pair;

static bool is_pair(const struct oc_run *run, const char *packed) {
    uintptr_t low = (uintptr_t)run->at | (uintptr_t)run->stride | (uintptr_t)packed;
    return run->bytes == sizeof(pair) && !(low & (sizeof(pair) - 1));
}

/* Packs two pairs of words at a time, so that no store waits for its load. */
static void pack_pairs(const struct oc_run *run, pair *to) {
    const char *at = run->at;
    size_t left = run->count;
    for (; left >= 2; left -= 2, at += 2 * run->stride, to += 2) {
        pair first = *(const pair *)at, second = *(const pair *)(at + run->stride);
        to[0] = first;
        to[1] = second;
    }
    if (left)
        *to = *(const pair *)at;
}

static void unpack_pairs(const struct oc_run *run, const pair *from) {
    char *at = run->at;
    size_t left = run->count;
    for (; left >= 2; left -= 2, at += 2 * run->stride, from += 2) {
        pair first = from[0], second = from[1];
        *(pair *)at = first;
        *(pair *)(at + run->stride) = second;
    }
    if (left)
        *(pair *)at = *from;
}

/* Packs blocks of any length. Not inlined, so that the loops over words save no registers. */
__attribute__((noinline)) static void pack_bytes(const struct oc_run *run, char *packed) {
    const char *at = run->at;
    for (size_t i = 0; i < run->count; i++, at += run->stride, packed += run->bytes)
        memcpy(packed, at, run->bytes);
}

__attribute__((noinline)) static void unpack_bytes(const struct oc_run *run, const char *packed) {
    char *at = run->at;
    for (size_t i = 0; i < run->count; i++, at += run->stride, packed += run->bytes)
        memcpy(at, packed, run->bytes);
}

void oc_run_pack(const struct oc_run *run, char *packed) {
    if (!is_few_words(run, packed)) {
        pack_bytes(run, packed);
    } else if (run->bytes == 4) {
        pack_words(run, (word *)packed, 1);
    } else if (is_pair(run, packed)) {
        pack_pairs(run, (pair *)packed);
    } else if (run->bytes == 8) {
        pack_words(run, (word *)packed, 2);
    } else {
        pack_rows(run, (word *)packed);
    }
}

void oc_run_unpack(const struct oc_run *run, const char *packed) {
    if (!is_few_words(run, packed)) {
        unpack_bytes(run, packed);
    } else if (run->bytes == 4) {
        unpack_words(run, (const word *)packed, 1);
    } else if (is_pair(run, packed)) {
        unpack_pairs(run, (const pair *)packed);
    } else if (run->bytes == 8) {
        unpack_words(run, (const word *)packed, 2);
    } else {
        unpack_rows(run, (const word *)packed);
    }
}
