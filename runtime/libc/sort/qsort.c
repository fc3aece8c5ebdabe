/* qsort() and qsort_r() by merging. As in glibc, elements that compare equal keep their order. If
 * there is memory for a copy of the array, comparisons come in glibc's order, so programs print
 * what they print on Linux. Without this memory, sorting takes longer. If the comparison throws an
 * exception, the array still contains all its elements. */
#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "libc/names/weak.h"

/* All code is in functions whose names begin with qsort. Reports recognise the code of qsort() by
 * these names. */
#define INLINED static inline __attribute__((always_inline))

typedef int order(const void *, const void *, void *);

struct sorting {
    size_t size;
    order *compare;
    void *more;
    char *room;
    size_t room_bytes;
};

/* Whether the blocks consist of words. `all` is the bitwise or of their addresses and lengths. */
INLINED bool are_words(uintptr_t all) {
    return all % sizeof(uint32_t) == 0;
}

INLINED void swap(char *a, char *b, size_t bytes) {
    if (are_words((uintptr_t)a | (uintptr_t)b | bytes)) {
        for (char *end = a + bytes; a < end; a += sizeof(uint32_t), b += sizeof(uint32_t)) {
            uint32_t other = *(uint32_t *)(void *)a;
            *(uint32_t *)(void *)a = *(uint32_t *)(void *)b;
            *(uint32_t *)(void *)b = other;
        }
        return;
    }
    for (char *end = a + bytes; a < end; a++, b++) {
        char other = *a;
        *a = *b;
        *b = other;
    }
}

/* Merges two neighbouring sorted runs in sorting->room, and copies the result back. Inlined for
 * elements of a word, for words and for bytes. */
INLINED void merge(char *left, char *middle, char *end, const struct sorting *sorting, size_t size,
                   bool is_words) {
    char *right = middle, *to = sorting->room;
    order *compare = sorting->compare;
    void *more = sorting->more;
    bool takes_left;
    while ((takes_left = compare(left, right, more) <= 0) && (left += size) < middle)
        ; /* the left element is in its place */
    if (takes_left)
        return;
    char *first = left;
    for (;;) {
        const char *from = takes_left ? left : right;
        if (is_words) {
            const char *last = from + size;
            do {
                *(uint32_t *)(void *)to = *(const uint32_t *)(const void *)from;
                to += sizeof(uint32_t);
                from += sizeof(uint32_t);
            } while (from < last);
        } else {
            for (const char *last = from + size; from < last;)
                *to++ = *from++;
        }
        if (takes_left ? (left += size) == middle : (right += size) == end)
            break;
        takes_left = compare(left, right, more) <= 0;
    }
    size_t bytes = (size_t)(to - sorting->room);
    memmove(first + bytes, left, (size_t)(middle - left));
    memcpy(first, sorting->room, bytes);
}

/* Exchanges two neighbouring parts of the array, in blocks that are as long as the shorter part. */
INLINED void rotate(char *left, char *middle, char *end) {
    size_t before = (size_t)(middle - left), after = (size_t)(end - middle);
    while (before && after) {
        size_t bytes = before < after ? before : after;
        swap(left, end - bytes, bytes);
        if (before < after) {
            end -= bytes;
            after -= bytes;
        } else {
            left += bytes;
            before -= bytes;
        }
    }
}

/* Returns the first of the sorted elements for which the comparison with the key gives at least
 * `limit`. */
INLINED char *bound(char *first, size_t count, const char *key, int limit,
                    const struct sorting *sorting) {
    while (count) {
        char *middle = first + count / 2 * sorting->size;
        if (sorting->compare(middle, key, sorting->more) < limit) {
            first = middle + sorting->size;
            count -= count / 2 + 1;
        } else {
            count /= 2;
        }
    }
    return first;
}

/* Merges two neighbouring sorted runs. If they have more than sorting->room_bytes bytes together,
 * the middle element of the longer run divides the shorter run. The parts of the two runs between
 * these points are exchanged, and the two pairs of parts that result are merged (Dudzinski and
 * Dydek). */
static void qsort_in_place(char *left, char *middle, char *end, const struct sorting *sorting) {
    size_t size = sorting->size;
    bool is_words = are_words((uintptr_t)left | (uintptr_t)sorting->room | size);
    while (left < middle && middle < end) {
        if ((size_t)(end - left) <= sorting->room_bytes) {
            if (is_words && size == sizeof(uint32_t))
                merge(left, middle, end, sorting, sizeof(uint32_t), true);
            else if (is_words)
                merge(left, middle, end, sorting, size, true);
            else
                merge(left, middle, end, sorting, size, false);
            return;
        }
        size_t before = (size_t)(middle - left) / size, after = (size_t)(end - middle) / size;
        char *one = left, *other = end;
        if (before == 1 && after == 1) {
            if (sorting->compare(left, middle, sorting->more) <= 0)
                return;
        } else if (before > after) {
            one = left + before / 2 * size;
            other = bound(middle, after, one, 0, sorting);
        } else {
            other = middle + after / 2 * size;
            one = bound(left, before, other, 1, sorting);
        }
        rotate(one, middle, other);
        char *border = one + (other - middle);
        qsort_in_place(left, one, border, sorting);
        left = border;
        middle = other;
    }
}

static void qsort_merging(char *first, size_t count, const struct sorting *sorting) {
    size_t half = count / 2;
    char *middle = first + half * sorting->size;
    if (count == 2) {
        if (sorting->compare(first, middle, sorting->more) > 0)
            swap(first, middle, sorting->size);
        return;
    }
    if (half > 1)
        qsort_merging(first, half, sorting);
    qsort_merging(middle, count - half, sorting);
    qsort_in_place(first, middle, first + count * sorting->size, sorting);
}

INLINED void sort(void *base, size_t count, size_t size, order *compare, void *more) {
    uint32_t little[32];
    if (count < 2 || !size)
        return;
    int before = errno;
    size_t bytes = count * size;
    char *room = bytes > sizeof little ? malloc(bytes) : NULL;
    errno = before;
    qsort_merging(base, count,
                  &(struct sorting){size, compare, more, room ? room : (char *)little,
                                    room ? bytes : sizeof little});
    free(room);
}

/* On RISC-V, a function with two parameters may be called with three arguments. */
void qsort(void *base, size_t count, size_t size, int (*compare)(const void *, const void *)) {
    sort(base, count, size, (order *)(void (*)(void))compare, NULL);
}

WEAK void qsort_r(void *base, size_t count, size_t size, order *compare, void *more) {
    sort(base, count, size, compare, more);
}
