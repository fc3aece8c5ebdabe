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
    /* Merges two neighbouring sorted runs that have at most room_bytes bytes together. */
    void (*merge)(char *left, char *middle, char *end, const struct sorting *sorting);
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

/* A loop over so few bytes takes less time than a call of memcpy(). */
#define FEW_BYTES 24

/* Copies an element to `to`, and returns the address behind the copy. */
INLINED char *copy(char *to, const char *from, size_t size, bool is_words) {
    const char *last = from + size;
    if (is_words) {
        do {
            *(uint32_t *)(void *)to = *(const uint32_t *)(const void *)from;
            to += sizeof(uint32_t);
            from += sizeof(uint32_t);
        } while (from < last);
    } else {
        while (from < last)
            *to++ = *from++;
    }
    return to;
}

/* Merges two neighbouring sorted runs in sorting->room, and copies the result back. */
INLINED void merge(char *left, char *middle, char *end, const struct sorting *sorting, size_t size,
                   bool is_words) {
    char *right = middle, *to = sorting->room;
    order *compare = sorting->compare;
    void *more = sorting->more;
    while (compare(left, right, more) <= 0)
        if ((left += size) == middle) /* All elements are in their places. */
            return;
    char *first = left;
    do {
        to = copy(to, right, size, is_words);
        if ((right += size) == end)
            break;
        while (compare(left, right, more) <= 0) {
            to = copy(to, left, size, is_words);
            if ((left += size) == middle)
                break;
        }
    } while (left != middle);
    while (middle > left)
        if (is_words)
            *(uint32_t *)(void *)(end -= 4) = *(const uint32_t *)(const void *)(middle -= 4);
        else
            *--end = *--middle;
    size_t bytes = (size_t)(to - sorting->room);
    if (is_words && bytes <= FEW_BYTES)
        copy(first, sorting->room, bytes, true);
    else
        memcpy(first, sorting->room, bytes);
}

static void qsort_bytes(char *left, char *middle, char *end, const struct sorting *sorting) {
    merge(left, middle, end, sorting, sorting->size, false);
}

static void qsort_words(char *left, char *middle, char *end, const struct sorting *sorting) {
    merge(left, middle, end, sorting, sorting->size, true);
}

/* Merges runs of elements that consist of one word. */
static void qsort_one_word(char *left, char *middle, char *end, const struct sorting *sorting) {
    merge(left, middle, end, sorting, sizeof(uint32_t), true);
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
static __attribute__((cold)) void qsort_in_place(char *left, char *middle, char *end,
                                                 const struct sorting *sorting) {
    size_t size = sorting->size;
    while (left < middle && middle < end) {
        if ((size_t)(end - left) <= sorting->room_bytes) {
            sorting->merge(left, middle, end, sorting);
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

static __attribute__((noinline)) void qsort_pair(char *first, const struct sorting *sorting) {
    char *second = first + sorting->size;
    if (sorting->compare(first, second, sorting->more) > 0)
        swap(first, second, sorting->size);
}

static void qsort_merging(char *first, size_t count, const struct sorting *sorting);

INLINED void sort_part(char *first, size_t count, const struct sorting *sorting) {
    if (count > 2)
        qsort_merging(first, count, sorting);
    else if (count == 2)
        qsort_pair(first, sorting);
}

static void qsort_merging(char *first, size_t count, const struct sorting *sorting) {
    size_t half = count / 2, bytes = count * sorting->size;
    char *middle = first + half * sorting->size;
    sort_part(first, half, sorting);
    sort_part(middle, count - half, sorting);
    (bytes <= sorting->room_bytes ? sorting->merge : qsort_in_place)(first, middle, first + bytes,
                                                                     sorting);
}

INLINED void sort(void *base, size_t count, size_t size, order *compare, void *more) {
    uint32_t little[32];
    if (count < 2 || !size)
        return;
    int before = errno;
    size_t bytes = count * size;
    char *room = bytes > sizeof little ? malloc(bytes) : NULL;
    errno = before;
    struct sorting sorting = {.size = size,
                              .compare = compare,
                              .more = more,
                              .room = room ? room : (char *)little,
                              .room_bytes = room ? bytes : sizeof little,
                              .merge = !are_words((uintptr_t)base | size) ? qsort_bytes
                                       : size == sizeof(uint32_t)         ? qsort_one_word
                                                                          : qsort_words};
    sort_part(base, count, &sorting);
    free(room);
}

/* On RISC-V, a function with two parameters may be called with three arguments. */
void qsort(void *base, size_t count, size_t size, int (*compare)(const void *, const void *)) {
    sort(base, count, size, (order *)(void (*)(void))compare, NULL);
}

WEAK void qsort_r(void *base, size_t count, size_t size, order *compare, void *more) {
    sort(base, count, size, compare, more);
}
