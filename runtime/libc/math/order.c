/* The total order of IEEE 754 on the bits of numbers: -NaN, numbers, and NaN, each by its bits. */
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "libc/names/weak.h"

enum { MOST_WORDS = sizeof(long double) / sizeof(uint32_t) };

/* Whether x is not above y. The words are those of the numbers, the least significant one first. */
static bool is_in_order(const void *x, const void *y, size_t bytes, bool is_of_sizes) {
    uint32_t first[MOST_WORDS], second[MOST_WORDS];
    size_t last = bytes / sizeof *first - 1;
    memcpy(first, x, bytes);
    memcpy(second, y, bytes);
    bool below = first[last] >> 31, other = second[last] >> 31;
    if (!is_of_sizes && below != other)
        return below;
    first[last] &= INT32_MAX;
    second[last] &= INT32_MAX;
    for (size_t i = last + 1; i--;)
        if (first[i] != second[i])
            return (first[i] < second[i]) != (below && !is_of_sizes);
    return true;
}

#define FUNCTIONS(type, end)                                                                       \
    WEAK int totalorder##end(const type *x, const type *y) {                                       \
        return is_in_order(x, y, sizeof *x, false);                                                \
    }                                                                                              \
    WEAK int totalordermag##end(const type *x, const type *y) {                                    \
        return is_in_order(x, y, sizeof *x, true);                                                 \
    }

FUNCTIONS(float, f)
FUNCTIONS(double, )
FUNCTIONS(long double, l)
