#include "libc/format/number.h"
#include "libc/format/rounding_mode.h"

bool __oc_rounds_up(bool negative, bool odd, int compared) {
    switch (rounding_mode()) {
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
