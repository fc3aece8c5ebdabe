/* qsort() and qsort_r(). As in glibc, elements that compare equal keep their order while there is
 * memory for a copy of the array, so programs print what they print on Linux. An exception in the
 * comparison leaves the array with all its elements. */
#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "libc/names/weak.h"

typedef int order(const void *, const void *, void *);

static void swap(char *a, char *b, size_t size) {
    if (!(((uintptr_t)a | (uintptr_t)b | size) % sizeof(uint32_t))) {
        uint32_t *x = (void *)a, *y = (void *)b;
        for (size /= sizeof *x; size; size--, x++, y++) {
            uint32_t other = *x;
            *x = *y;
            *y = other;
        }
    }
    for (; size; size--, a++, b++) {
        char other = *a;
        *a = *b;
        *b = other;
    }
}

/* Quicksort with the median of three; recursion into the smaller part bounds the stack. */
static void qsort_in_place(char *first, size_t count, size_t size, order *compare, void *more) {
    while (count > 1) {
        char *middle = first + (count - 1) / 2 * size, *last = first + (count - 1) * size;
        if (compare(middle, last, more) > 0)
            swap(middle, last, size);
        if (compare(first, last, more) > 0)
            swap(first, last, size);
        if (compare(middle, first, more) > 0)
            swap(middle, first, size);
        char *up = first, *down = last + size;
        for (;;) {
            do
                up += size;
            while (up < last && compare(up, first, more) < 0);
            do
                down -= size;
            while (down > first && compare(down, first, more) > 0);
            if (up >= down)
                break;
            swap(up, down, size);
        }
        swap(first, down, size);
        size_t before = (size_t)(down - first) / size, after = count - before - 1;
        if (before < after) {
            qsort_in_place(first, before, size, compare, more);
            first = down + size;
            count = after;
        } else {
            qsort_in_place(down + size, after, size, compare, more);
            count = before;
        }
    }
}

/* Copies an element, word by word if it has whole words. */
static inline void copy(char *to, const char *from, size_t size, bool is_words) {
    if (is_words) {
        uint32_t *words = (void *)to;
        const uint32_t *from_words = (const void *)from;
        do
            *words++ = *from_words++;
        while (size -= sizeof *words);
    } else {
        for (; size; size--)
            *to++ = *from++;
    }
}

/* Merge sort. A merge fills `room`, and copies it back at its end. */
static void qsort_merging(char *first, size_t count, size_t size, order *compare, void *more,
                          char *room) {
    if (count < 2 || !size)
        return;
    bool is_words = !(((uintptr_t)first | size) % sizeof(uint32_t));
    size_t half = count / 2 * size;
    char *left = first, *middle = first + half, *right = middle, *end = first + count * size;
    qsort_merging(left, count / 2, size, compare, more, room);
    qsort_merging(right, count - count / 2, size, compare, more, room);
    char *to = room;
    while (left < middle && right < end) {
        if (compare(left, right, more) <= 0) {
            copy(to, left, size, is_words);
            left += size;
        } else {
            copy(to, right, size, is_words);
            right += size;
        }
        to += size;
    }
    memmove(first + (to - room), left, (size_t)(middle - left));
    memcpy(first, room, (size_t)(to - room));
}

static inline __attribute__((always_inline)) void sort(void *base, size_t count, size_t size,
                                                       order *compare, void *more) {
    int before = errno;
    char *room = malloc(count * size);
    errno = before;
    if (room)
        qsort_merging(base, count, size, compare, more, room);
    else
        qsort_in_place(base, count, size, compare, more);
    free(room);
}

/* A function of two arguments may be called with three on RISC-V. */
void qsort(void *base, size_t count, size_t size, int (*compare)(const void *, const void *)) {
    sort(base, count, size, (order *)(void (*)(void))compare, NULL);
}

WEAK void qsort_r(void *base, size_t count, size_t size, order *compare, void *more) {
    sort(base, count, size, compare, more);
}
