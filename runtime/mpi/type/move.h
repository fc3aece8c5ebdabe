/* Moves whole elements between noncontiguous data and packed data. The including file defines the
 * macro OC_PACKS, which gives the direction. */
#ifndef MPI_TYPE_MOVE_H
#define MPI_TYPE_MOVE_H

#include <stdint.h>
#include <string.h>

#include "mpi/type/run.h"

typedef uint32_t __attribute__((may_alias)) oc_move_word;

static inline bool oc_moves_words(const char *at, const char *packed, size_t bytes) {
    return !(((uintptr_t)at | (uintptr_t)packed | bytes) & 3);
}

static inline void oc_move_words(char *at, char *packed, size_t bytes) {
    oc_move_word *to = (oc_move_word *)(OC_PACKS ? packed : at);
    const oc_move_word *from = (const oc_move_word *)(OC_PACKS ? at : packed);
    for (const oc_move_word *end = from + bytes / 4; from != end;)
        *to++ = *from++;
}

/* Moves words that are `stride` bytes apart, such as a column of a matrix. Two words are moved at a
 * time, so that no store waits for its load. */
static inline char *oc_move_column(char *at, MPI_Aint stride, size_t rows, char *packed) {
    for (; rows >= 2; rows -= 2, at += 2 * stride, packed += 8) {
        oc_move_word *here = (oc_move_word *)at, *next = (oc_move_word *)(at + stride);
        oc_move_word *there = (oc_move_word *)packed;
        oc_move_word first = OC_PACKS ? *here : there[0], second = OC_PACKS ? *next : there[1];
        *(OC_PACKS ? there : here) = first;
        *(OC_PACKS ? there + 1 : next) = second;
    }
    if (rows) {
        oc_move_words(at, packed, 4);
        packed += 4;
    }
    return packed;
}

static inline char *oc_move_rows(const struct oc_part *part, char *base, char *packed) {
    char *at = base + part->first;
    size_t bytes = part->bytes;
    if (part->rows == 1 && bytes <= OC_FEW_BYTES && oc_moves_words(at, packed, bytes)) {
        oc_move_words(at, packed, bytes);
        return packed + bytes;
    }
    if (bytes == 4 && oc_moves_words(at, packed, (size_t)part->stride))
        return oc_move_column(at, part->stride, part->rows, packed);
    struct oc_run run = {at, bytes, part->stride, part->rows};
    if (OC_PACKS)
        oc_run_pack(&run, packed);
    else
        oc_run_unpack(&run, packed);
    return packed + bytes * part->rows;
}

/* Moves the blocks of one element. Each block has `bytes` bytes. For short blocks, callers pass a
 * constant, so that the compiler makes no inner loop. */
__attribute__((always_inline)) static inline char *
oc_move_blocks(const struct oc_type *type, char *base, char *packed, size_t bytes) {
    const struct oc_part *part = type->part, *end = part + type->parts;
    for (; part != end; part++, packed += bytes) {
        char *at = base + part->first;
        oc_move_word *to = (oc_move_word *)(OC_PACKS ? packed : at);
        const oc_move_word *from = (const oc_move_word *)(OC_PACKS ? at : packed);
#pragma GCC unroll 4
        for (size_t i = 0; i < bytes / 4; i++)
            to[i] = from[i];
    }
    return packed;
}

static inline char *oc_move_list(const struct oc_type *type, char *base, char *packed) {
    switch (type->list) {
    case 4:
        return oc_move_blocks(type, base, packed, 4);
    case 8:
        return oc_move_blocks(type, base, packed, 8);
    case 12:
        return oc_move_blocks(type, base, packed, 12);
    default:
        return oc_move_blocks(type, base, packed, type->list);
    }
}

/* Several elements that are moved together. Successive elements are `extent` bytes apart in the
 * noncontiguous data, and `size` bytes apart in the packed data. */
struct oc_move_several {
    MPI_Aint extent;
    size_t size, count;
};

/* Limits. At least OC_MOVE_LEAST and at most OC_MOVE_MOST elements are moved together. With fewer
 * elements, the fixed time for each block would be too long; more elements would not stay in a data
 * cache. If the parts of a type have more than OC_MOVE_BLOCKS blocks on average, oc_move_rows()
 * moves each part instead, because its call takes no longer than moving OC_MOVE_BLOCKS blocks. */
enum { OC_MOVE_LEAST = 8, OC_MOVE_MOST = 32, OC_MOVE_BLOCKS = 5 };

/* Moves one word of each of several elements. Four words are moved at a time, so that no store
 * waits for its load. */
static inline void oc_move_word_of_each(const struct oc_move_several *of, char *at, char *packed) {
    char *from = OC_PACKS ? at : packed, *to = OC_PACKS ? packed : at;
    MPI_Aint from_step = OC_PACKS ? of->extent : (MPI_Aint)of->size;
    MPI_Aint to_step = OC_PACKS ? (MPI_Aint)of->size : of->extent;
    size_t left = of->count;
    for (; left >= 4; left -= 4) {
        oc_move_word words[4];
#pragma GCC unroll 4
        for (int i = 0; i < 4; i++, from += from_step)
            words[i] = *(const oc_move_word *)from;
#pragma GCC unroll 4
        for (int i = 0; i < 4; i++, to += to_step)
            *(oc_move_word *)to = words[i];
    }
    for (; left; left--, from += from_step, to += to_step)
        *(oc_move_word *)to = *(const oc_move_word *)from;
}

/* Moves a block of any length of each of several elements. Not inlined, so that the loops over
 * words save no registers. */
static __attribute__((noinline)) char *oc_move_bytes_of_each(const struct oc_move_several *of,
                                                             char *at, char *packed, size_t bytes) {
    char *end = packed + bytes;
    for (size_t left = of->count; left; left--, at += of->extent, packed += of->size)
        memcpy(OC_PACKS ? packed : at, OC_PACKS ? at : packed, bytes);
    return end;
}

/* Moves one block of each of several elements. */
static __attribute__((noinline)) char *oc_move_block_of_each(const struct oc_move_several *of,
                                                             char *at, char *packed, size_t bytes) {
    char *end = packed + bytes;
    if (bytes > OC_FEW_BYTES || !oc_moves_words(at, packed, bytes) ||
        !oc_moves_words((char *)of->extent, NULL, of->size))
        return oc_move_bytes_of_each(of, at, packed, bytes);
    if (bytes == 4)
        oc_move_word_of_each(of, at, packed);
    else
        for (size_t left = of->count; left; left--, at += of->extent, packed += of->size)
            oc_move_words(at, packed, bytes);
    return end;
}

/* Moves the data of `type` in each of several elements. `base` and `packed` belong to the first
 * element. Returns the address after the packed data that were moved for the first element. */
static char *oc_move_type_of_each(const struct oc_move_several *of, const struct oc_type *type,
                                  char *base, char *packed) {
    if (type->dense)
        return oc_move_block_of_each(of, base + type->true_lb, packed, (size_t)type->size);
    for (const struct oc_part *part = type->part, *end = part + type->parts; part != end; part++) {
        bool is_block = part->bytes;
        char *row = base + (is_block ? part->first : part->at);
        for (size_t i = 0; i < part->rows; i++, row += part->stride) {
            char *at = row;
            if (is_block)
                packed = oc_move_block_of_each(of, at, packed, part->bytes);
            for (size_t j = is_block ? part->length : 0; j < part->length; j++) {
                packed = oc_move_type_of_each(of, part->of, at, packed);
                at += oc_type_extent(part->of);
            }
        }
    }
    return packed;
}

/* Moves elements block by block as long as enough of them are left. Returns the number of elements
 * moved. */
static __attribute__((noinline)) size_t oc_move_together(const struct oc_type *type, char *base,
                                                         size_t count, char *packed) {
    struct oc_move_several several = {.extent = (MPI_Aint)oc_type_extent(type),
                                      .size = (size_t)type->size};
    size_t left = count;
    while (left >= OC_MOVE_LEAST) {
        several.count = left < OC_MOVE_MOST ? left : OC_MOVE_MOST;
        oc_move_type_of_each(&several, type, base, packed);
        base += (MPI_Aint)several.count * several.extent;
        packed += several.count * several.size;
        left -= several.count;
    }
    return count - left;
}

/* Moves `count` elements at `base`. Returns the end of their packed data. */
static char *oc_move_elements(const struct oc_type *type, char *base, size_t count, char *packed) {
    MPI_Aint extent = (MPI_Aint)oc_type_extent(type);
    if (type->list && oc_moves_words(base, packed, (size_t)extent)) {
        for (; count--; base += extent)
            packed = oc_move_list(type, base, packed);
        return packed;
    }
    if (type->dense) {
        struct oc_part blocks = {.first = (MPI_Aint)type->true_lb,
                                 .stride = extent,
                                 .rows = count,
                                 .bytes = (size_t)type->size};
        return oc_move_rows(&blocks, base, packed);
    }
    if (count >= OC_MOVE_LEAST && type->blocks <= OC_MOVE_BLOCKS * (MPI_Count)type->parts) {
        size_t moved = oc_move_together(type, base, count, packed);
        base += (MPI_Aint)moved * extent;
        packed += moved * (size_t)type->size;
        count -= moved;
    }
    for (; count--; base += extent)
        for (const struct oc_part *part = type->part, *end = part + type->parts; part != end;
             part++) {
            if (part->bytes) {
                packed = oc_move_rows(part, base, packed);
                continue;
            }
            char *row = base + part->at;
            for (size_t i = 0; i < part->rows; i++, row += part->stride)
                packed = oc_move_elements(part->of, row, part->length, packed);
        }
    return packed;
}

#endif
