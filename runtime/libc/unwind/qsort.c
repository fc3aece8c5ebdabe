/* qsort() and qsort_r() for programs with parts in C++. The distribution has compiled picolibc's
 * functions without unwinding tables, so an exception in the comparison would find no caller. The
 * functions here swap elements, so the array still has all its elements if sorting ends early. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

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
static void sort(char *first, size_t count, size_t size, order *compare, void *more) {
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
            sort(first, before, size, compare, more);
            first = down + size;
            count = after;
        } else {
            sort(down + size, after, size, compare, more);
            count = before;
        }
    }
}

static int plain(const void *a, const void *b, void *function) {
    return (*(int (**)(const void *, const void *))function)(a, b);
}

void qsort(void *base, size_t count, size_t size, int (*compare)(const void *, const void *)) {
    sort(base, count, size, plain, &compare);
}

WEAK void qsort_r(void *base, size_t count, size_t size, order *compare, void *more) {
    sort(base, count, size, compare, more);
}
