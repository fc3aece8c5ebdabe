/* The logarithm of the gamma function for float, by that for double. picolibc's gives an infinity
 * for arguments between -0x1p-70 and -0x1p-62. */
#include <math.h>

#include "libc/names/weak.h"

double __oc_lgamma_r(double x, int *sign);
float __oc_lgammaf_r(float x, int *sign);

float __oc_lgammaf_r(float x, int *sign) {
    return (float)__oc_lgamma_r(x, sign);
}
ALSO_NAMED(lgammaf_r);

/* picolibc's lgammaf() calls this name. */
float __math_lgammaf_r(float x, int *sign) __attribute__((alias("__oc_lgammaf_r")));
