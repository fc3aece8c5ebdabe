/* C23's functions for each type: roundeven(), which rounds ties to even in every rounding mode,
 * functions for the neighbours of a number, and one for its exponent as a long. */
#include <limits.h>
#include <math.h>

#include "libc/names/weak.h"

#define FUNCTIONS(type, end)                                                                       \
    WEAK type roundeven##end(type value) {                                                         \
        return isfinite(value) ? copysign##end(value - remainder##end(value, 1), value)            \
                               : value + value;                                                    \
    }                                                                                              \
    WEAK type nextup##end(type value) {                                                            \
        return nextafter##end(value, (type)INFINITY);                                              \
    }                                                                                              \
    WEAK type nextdown##end(type value) {                                                          \
        return nextafter##end(value, -(type)INFINITY);                                             \
    }                                                                                              \
    WEAK long llogb##end(type value) {                                                             \
        return ilogb##end(value);                                                                  \
    }

FUNCTIONS(float, f)
FUNCTIONS(double, )
FUNCTIONS(long double, l)
