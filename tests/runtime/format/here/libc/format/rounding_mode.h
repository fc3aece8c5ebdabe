/* The rounding mode of this machine; replaces runtime/libc/format/rounding_mode.h. */
#ifndef LIBC_FORMAT_ROUNDING_MODE_H
#define LIBC_FORMAT_ROUNDING_MODE_H

#include <fenv.h>

enum {
    NEAREST_EVEN = FE_TONEAREST,
    TOWARD_ZERO = FE_TOWARDZERO,
    DOWN = FE_DOWNWARD,
    UP = FE_UPWARD,
    NEAREST_AWAY = -1 /* does not exist here */
};

static inline int rounding_mode(void) {
    return fegetround();
}

#endif
