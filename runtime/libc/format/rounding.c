#include "libc/format/number.h"

#ifdef __riscv

enum { NEAREST_EVEN, TOWARD_ZERO, DOWN, UP, NEAREST_AWAY };

static int mode(void) {
    int frm;
    __asm__ volatile("frrm %0" : "=r"(frm));
    return frm;
}

#else

#include <fenv.h>

enum {
    NEAREST_EVEN = FE_TONEAREST,
    TOWARD_ZERO = FE_TOWARDZERO,
    DOWN = FE_DOWNWARD,
    UP = FE_UPWARD,
    NEAREST_AWAY = -1 /* not here */
};

static int mode(void) {
    return fegetround();
}

#endif

bool __oc_rounds_up(bool negative, bool odd, int compared) {
    switch (mode()) {
    case TOWARD_ZERO:
        return false;
    case DOWN:
        return negative;
    case UP:
        return !negative;
    case NEAREST_AWAY:
        return compared >= 0;
    default:
        return compared > 0 || (compared == 0 && odd);
    }
}
