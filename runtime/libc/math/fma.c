/* fma() and fmaf() for cores that have no instructions for them. These functions round once, as
 * C11, section 7.12.13.1, demands; those of picolibc also round the product.
 *
 * The product is exact in a format with twice as many digits. The sum is computed in that format
 * and rounded to odd: if it is inexact, its last digit becomes 1. The conversion to the original
 * format then rounds as it would round the exact sum (Boldo and Melquiond, Emulation of FMA and
 * correctly rounded sums: proved algorithms using rounding to odd, 2008). */
#include <math.h>
#include <stdint.h>

/* Defines a function that returns x + y, rounded to odd. The first word of a number in memory
 * contains its last digits. */
#define DEFINE_SUM_TO_ODD(name, wide)                                                              \
    static wide name(wide x, wide y) {                                                             \
        union {                                                                                    \
            wide number;                                                                           \
            uint64_t words[sizeof(wide) / sizeof(uint64_t)];                                       \
        } sum = {x + y};                                                                           \
        if (!isfinite(sum.number))                                                                 \
            return sum.number;                                                                     \
        wide x_size = x < 0 ? -x : x, y_size = y < 0 ? -y : y;                                     \
        /* The part of the sum that rounding has cut off, with its sign. */                        \
        wide rest = x_size < y_size ? x - (sum.number - y) : y - (sum.number - x);                 \
        if (rest == 0 || sum.words[0] & 1)                                                         \
            return sum.number;                                                                     \
        if ((rest < 0) == (sum.number < 0))                                                        \
            sum.words[0]++;                                                                        \
        else                                                                                       \
            for (int word = 0; !sum.words[word]--;)                                                \
                word++;                                                                            \
        return sum.number;                                                                         \
    }

#if !defined(__riscv_flen) || __riscv_flen < 64
DEFINE_SUM_TO_ODD(sum_of_quads, long double)
double fma(double x, double y, double z) {
    return (double)sum_of_quads((long double)x * y, z);
}
#endif

#ifndef __riscv_flen
DEFINE_SUM_TO_ODD(sum_of_doubles, double)
float fmaf(float x, float y, float z) {
    return (float)sum_of_doubles((double)x * y, z);
}
#endif
