/* Converts text to numbers: exactly, with a single rounding at the end by the current rounding
 * mode. The code is derived from musl's floatscan.c (COPYRIGHT), which assembles numbers in long
 * double; this version uses integers. */
#ifndef LIBC_SCAN_FLOATING_H
#define LIBC_SCAN_FLOATING_H

#include <stdbool.h>
#include <stdint.h>

#include "libc/scan/input.h"

/* The value is high × 2^64 + low. */
struct scan_wide {
    uint64_t high, low;
};

/* The parameters of an IEEE 754 format. */
struct scan_format {
    int bits;                /* bits of the significand */
    int lowest;              /* exponent of the last bit of subnormal numbers */
    int highest;             /* all finite values are below 2 to the power of this */
    int groups;              /* groups of nine decimal digits that hold any number of `bits` bits */
    const uint32_t *largest; /* the largest number of `bits` bits, in such groups */
    int room; /* number of groups that are kept: a power of two, and enough to decide every tie */
};
extern const struct scan_format __oc_scan_float, __oc_scan_double, __oc_scan_long_double;

/* A number that is not zero: significand × 2^exponent. If this product is not exact, the
 * significand has at least one bit more than the format keeps. After the significand, a set bit
 * stands for the rest of the number. */
struct scan_real {
    struct scan_wide significand;
    int exponent;
};

/* Reads a number in the given format and returns its bits. The count of `input` is 0 if there is no
 * number. If `lenient` is set, as for strtod(), the function reads the longest prefix that is a
 * number and gives back the rest. Otherwise, as for scanf(), an incomplete number is an error. */
struct scan_wide __oc_scan_floating(struct scan_input *input, const struct scan_format *format,
                                    bool lenient);

/* Scan the part of a number after its sign and, if it is hexadecimal, after 0x. The significand is
 * 0 for zero and if there is no number. */
struct scan_real __oc_scan_decimal(struct scan_input *input, int c,
                                   const struct scan_format *format, bool lenient);
struct scan_real __oc_scan_hexadecimal(struct scan_input *input, bool lenient);

/* Reads the exponent after its letter. Returns SCAN_NO_EXPONENT if there is no exponent. */
#define SCAN_NO_EXPONENT INT64_MIN
int64_t __oc_scan_exponent(struct scan_input *input, bool lenient);

/* An exponent that exceeds those of every format, but is so small that sums with it do not
 * overflow. */
#define SCAN_FAR 1000000

#endif
