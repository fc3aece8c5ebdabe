/* C23's functions for the greater and the smaller one of two numbers, where a zero below 0 is less
 * than one above it, and glibc's older ones. Those with `_mag` compare sizes. Those with `_num`
 * prefer a number to a NaN. */
#include <math.h>

#include "libc/names/weak.h"

/* The sum of two numbers, one of which is a NaN, is a NaN, and reports a signalling one. */
#define BOTH(x, y) ((x) + (y))
#define NUMBER(x, y, type)                                                                         \
    (isnan(x) ? isnan(y) ? BOTH(x, y) : y : ((void)(volatile type)BOTH(x, y), x))

#define CHOOSE(x, y, first, second, at_equal, of_nan)                                              \
    return isgreater(first, second) ? x                                                            \
           : isless(first, second)  ? y                                                            \
           : first == second        ? (at_equal)                                                   \
                                    : (of_nan)

#define FUNCTIONS(type, end)                                                                       \
    WEAK type fmaximum##end(type x, type y) {                                                      \
        CHOOSE(x, y, x, y, signbit(x) ? y : x, BOTH(x, y));                                        \
    }                                                                                              \
    WEAK type fminimum##end(type x, type y) {                                                      \
        CHOOSE(y, x, x, y, signbit(x) ? x : y, BOTH(x, y));                                        \
    }                                                                                              \
    WEAK type fmaximum_num##end(type x, type y) {                                                  \
        CHOOSE(x, y, x, y, signbit(x) ? y : x, NUMBER(x, y, type));                                \
    }                                                                                              \
    WEAK type fminimum_num##end(type x, type y) {                                                  \
        CHOOSE(y, x, x, y, signbit(x) ? x : y, NUMBER(x, y, type));                                \
    }                                                                                              \
    WEAK type fmaximum_mag##end(type x, type y) {                                                  \
        type a = fabs##end(x), b = fabs##end(y);                                                   \
        CHOOSE(x, y, a, b, signbit(x) ? y : x, BOTH(x, y));                                        \
    }                                                                                              \
    WEAK type fminimum_mag##end(type x, type y) {                                                  \
        type a = fabs##end(x), b = fabs##end(y);                                                   \
        CHOOSE(y, x, a, b, signbit(x) ? x : y, BOTH(x, y));                                        \
    }                                                                                              \
    WEAK type fmaximum_mag_num##end(type x, type y) {                                              \
        type a = fabs##end(x), b = fabs##end(y);                                                   \
        CHOOSE(x, y, a, b, signbit(x) ? y : x, NUMBER(x, y, type));                                \
    }                                                                                              \
    WEAK type fminimum_mag_num##end(type x, type y) {                                              \
        type a = fabs##end(x), b = fabs##end(y);                                                   \
        CHOOSE(y, x, a, b, signbit(x) ? x : y, NUMBER(x, y, type));                                \
    }                                                                                              \
    WEAK type fmaxmag##end(type x, type y) {                                                       \
        type a = fabs##end(x), b = fabs##end(y);                                                   \
        CHOOSE(x, y, a, b, x > y ? x : y, NUMBER(x, y, type));                                     \
    }                                                                                              \
    WEAK type fminmag##end(type x, type y) {                                                       \
        type a = fabs##end(x), b = fabs##end(y);                                                   \
        CHOOSE(y, x, a, b, x < y ? x : y, NUMBER(x, y, type));                                     \
    }                                                                                              \
    WEAK int canonicalize##end(type *to, const type *from) {                                       \
        *to = isnan(*from) ? *from + *from : *from;                                                \
        return 0;                                                                                  \
    }

FUNCTIONS(float, f)
FUNCTIONS(double, )
FUNCTIONS(long double, l)
