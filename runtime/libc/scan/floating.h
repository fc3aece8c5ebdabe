/* Numbers from text, exact: rounded once, by the rounding mode. From musl's floatscan.c, whose
 * assembling in long double is replaced by integers here (COPYRIGHT). */
#ifndef LIBC_SCAN_FLOATING_H
#define LIBC_SCAN_FLOATING_H

#include <stdbool.h>
#include <stdint.h>

#include "libc/scan/input.h"

/* high × 2^64 + low */
struct scan_wide {
    uint64_t high, low;
};

/* A format of IEEE 754 as its parameters. */
struct scan_format {
    int bits;                /* of the significand */
    int lowest;              /* exponent of the last bit of subnormal numbers */
    int highest;             /* all finite values are below 2 to this */
    int groups;              /* groups of nine decimal digits that `bits` bits and more fit into, */
    const uint32_t *largest; /* the largest such number, as groups */
    int room; /* groups that are kept of a number: a power of two, enough for each tie */
};
extern const struct scan_format __oc_scan_float, __oc_scan_double, __oc_scan_long_double;

/* A number that is not zero: significand × 2^exponent. If it is not exact, the significand has at
 * least one bit more than is rounded to, and below it a last bit that is set. */
struct scan_real {
    struct scan_wide significand;
    int exponent;
};

/* Reads a number in the given format and gives its bits; the count of `input` is 0 if there is
 * none. strtod is `lenient`: it takes the longest beginning that is a number, and gives back the
 * rest, where scanf fails. */
struct scan_wide __oc_scan_floating(struct scan_input *input, const struct scan_format *format,
                                    bool lenient);

/* Scan what follows the sign, and in a hexadecimal number 0x. The significand is 0 for zero, and
 * where there is no number. */
struct scan_real __oc_scan_decimal(struct scan_input *input, int c,
                                   const struct scan_format *format, bool lenient);
struct scan_real __oc_scan_hexadecimal(struct scan_input *input, bool lenient);

/* An exponent after its letter; SCAN_NO_EXPONENT if there is none. */
#define SCAN_NO_EXPONENT INT64_MIN
int64_t __oc_scan_exponent(struct scan_input *input, bool lenient);

/* Beyond every format, with room to add to. */
#define SCAN_FAR 1000000

#endif
